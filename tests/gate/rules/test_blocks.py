from __future__ import annotations

import base64

import pytest

from tests.gate.marked import hits, left_open
from vaultbrain.gate.rules.base import HEX, joined, noise
from vaultbrain.gate.rules.blocks import BLOCK_RULES

DASHES = "-----"
BODY = "\n".join([*(noise(64) for _ in range(3)), noise(20) + "=="])


def _pem(kind: str, head: str = "") -> str:
    return f"{DASHES}BEGIN {kind}{DASHES}\n{head}{BODY}\n{DASHES}END {kind}{DASHES}"


KEY = joined("RSA PRIV", "ATE KEY")
PEM = _pem(KEY)
HEADERS = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,3F9A\n\n"
SSH2 = joined("SSH2 ENCRYPTED PRIV", "ATE KEY")
B58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
WIF = joined("L53d9yTLR1CAt1UPbN66", "2yvtw83Jr3YpsReeVnQMqMSz6EUR2GWx")

HEX64 = "0x" + HEX * 4

LINES = [
    f"private key of account 2: ⟦{HEX64}⟧",
    f"private key 2 = ⟦{HEX64}⟧",
    f"MetaMask private key (main): ⟦{HEX64}⟧",
    f"soukromý klíč účtu 2: ⟦{HEX64}⟧",
    f"soukromý klíč peněženky: ⟦{HEX64[2:]}⟧",
    f"soukromy klic uctu c. 3: ⟦{HEX64}⟧",
    f"súkromný kľúč účtu 1: ⟦{HEX64}⟧",
    f"privater Schlüssel Konto 2: ⟦{HEX64}⟧",
    f"clé privée du compte 2 : ⟦{HEX64}⟧",
    f"clave privada cuenta 2: ⟦{HEX64}⟧",
    f"klucz prywatny konta 2: ⟦{HEX64}⟧",
    f"key:\n⟦{PEM}⟧\nthe end",
    f"```\n⟦{PEM}⟧\n```",
    f"> ⟦{PEM}⟧".replace("\n", "\n> "),
    f"    ⟦{PEM}⟧".replace("\n", "\n    "),
    f'{{"private_key": "⟦{PEM}⟧"}}'.replace("\n", "\\n"),
    f'{{"private_key": "⟦{PEM}⟧"}}'.replace("\n", "\\\\n"),
    f"⟦{PEM}⟧".replace("\n", " "),
    f"⟦{PEM}⟧".replace("\n", "\r\n"),
    f"⟦{PEM}⟧".replace("\n", "<br>"),
    f"⟦{_pem(KEY, HEADERS)}⟧",
    *(
        f"⟦{_pem(kind + joined('PRIV', 'ATE KEY'))}⟧"
        for kind in ("", "EC ", "DSA ", "ENCRYPTED ", "OPENSSH ", "ED25519 ", "TSS2 ", "ANY ")
    ),
    f"⟦{_pem(joined('PGP PRIV', 'ATE KEY BLOCK'), 'Version: GnuPG v2' + chr(10) * 2)}⟧",
    f"⟦{_pem(joined('PGP SEC', 'RET KEY BLOCK'), chr(10))}⟧",
    f"⟦---- BEGIN {SSH2} ----\nComment: x\n{BODY}\n---- END {SSH2} ----⟧",
    f"cut off: ⟦{PEM[:150]}\nand all that follows⟧",
    f"⟦{joined('b3BlbnNzaC1rZXktd', 'jEA')}{noise(48)}\n{BODY}⟧\n",
    f"⟦{joined('MIIEvQIBADANBgkqh', 'kiG9w0BAQEFAASC')}{noise(32)}\n{BODY}⟧\n",
    f"⟦{joined('MHcCAQ', 'EEI')}{noise(80)}⟧",
    f"client-key: ⟦{base64.b64encode(PEM.encode()).decode()}⟧",
    f"client-key-data: ⟦{noise(80)}⟧",
    (
        f"PuTTY-User-Key-File-2: ssh-rsa\nPublic-Lines: 1\n{noise(30)}\n"
        f"Private-Lines: 4\n⟦{BODY}⟧\nPrivate-MAC: {noise(40, HEX)}"
    ),
    joined("⟦AGE-SEC", "RET-KEY-1") + noise(58).upper() + "⟧",
    joined("⟦age-sec", "ret-key-1") + noise(58).lower() + "⟧",
    f"untrusted comment: minisign encrypted secret key\n⟦RWRT{joined('Y0', 'Iy')}{noise(90)}⟧",
    f"PrivateKey = ⟦{noise(43)}=⟧",
    f"PresharedKey={'⟦' + noise(43)}=⟧",
    f"WireGuard private key: ⟦{noise(43)}=⟧",
    (
        f"⟦{DASHES}BEGIN OpenVPN Static key V1{DASHES}\n{noise(32, HEX)}\n{noise(32, HEX)}\n"
        f"{DASHES}END OpenVPN Static key V1{DASHES}⟧"
    ),
    f'{{"kty": "RSA", "n": "{noise(60)}", "d": "⟦{noise(60)}⟧", "p": "⟦{noise(30)}⟧"}}',
    f'{{"kty":"oct","k":"⟦{noise(43)}⟧"}}',
    joined("⟦nse", "c1") + ("q3vz8w0r4tlm2xyn7sc9hd6pfgj5uaek" * 2)[:58] + "⟧",
    f"soukromý klíč: ⟦{noise(64, HEX)}⟧",
    f"ETH private key: ⟦0x{noise(64, HEX)}⟧",
    f"private key (wallet 2) - ⟦{noise(64, HEX)}⟧",
    f"privater Schlüssel: ⟦{noise(64, HEX)}⟧",
    f"clé privée : ⟦{noise(64, HEX)}⟧",
    f"clave privada: ⟦{noise(64, HEX)}⟧",
    f"klucz prywatny: ⟦{noise(64, HEX)}⟧",
    f"súkromný kľúč: ⟦{noise(64, HEX)}⟧",
    f"Bitcoin paper wallet: ⟦{WIF}⟧",
    f"⟦xprv{noise(107, B58)}⟧",
    f"⟦zprv{noise(107, B58)}⟧",
    f"Private-key-format: v1.3\nAlgorithm: 13 (ECDSAP256SHA256)\nPrivateKey: ⟦{noise(43)}=⟧",
    f'key "k" {{ algorithm hmac-sha256; secret "⟦{noise(43)}=⟧"; }};',
    f"nsupdate -y hmac-sha256:key.host:⟦{noise(43)}=⟧",
    f"keystore.p12: ⟦MIIJ{noise(200)}⟧",
    f"ClientOnionAuth ED25519-V3:⟦{noise(86)}==⟧",
    (
        f"{DASHES} BEGIN LICENSE {DASHES}\n⟦Eva\nOne User\nEA7E-1234\n{noise(32, HEX).upper()}⟧\n"
        f"{DASHES} END LICENSE {DASHES}"
    ),
]

PASSED = [
    f"private key fingerprint: {HEX64}",
    f"the private key of account 2 is in the safe; tx {HEX64}",
    f"public key of account 2: {HEX64}",
    f"`{DASHES}BEGIN {KEY}{DASHES}` is the first line",
    f"{DASHES}BEGIN PUBLIC KEY{DASHES}\n{BODY}\n{DASHES}END PUBLIC KEY{DASHES}",
    f"{DASHES}BEGIN CERTIFICATE{DASHES}\n{BODY}\n{DASHES}END CERTIFICATE{DASHES}",
    f"{DASHES}BEGIN PGP MESSAGE{DASHES}\n\n{BODY}\n{DASHES}END PGP MESSAGE{DASHES}",
    f"{DASHES}BEGIN PGP PUBLIC KEY BLOCK{DASHES}\n\n{BODY}\n",
    f"{DASHES}BEGIN {KEY}{DASHES}\n...\n{DASHES}END {KEY}{DASHES}",
    f"grep -- '{DASHES}BEGIN {KEY}{DASHES}' key.pem",
    "$ANSIBLE_VAULT;1.1;AES256\n" + noise(80, HEX),
    "AGE-SECRET-KEY-1 is the prefix",
    f"age1{noise(58).lower()}",
    f"PublicKey = {noise(43)}=",
    f"public key: {noise(64, HEX)}",
    f"private key fingerprint: {noise(64, HEX)}",
    f"private key hash: {noise(64, HEX)}",
    "PrivateKey = <your key>",
    "private key: /etc/ssl/private/host.key",
    "the private key is stored in the vault",
    "client-key-data: REDACTED",
    f"certificate-authority-data: {base64.b64encode(_pem('CERTIFICATE').encode()).decode()}",
    f'{{"kty": "EC", "crv": "P-256", "x": "{noise(43)}", "y": "{noise(43)}"}}',
    f"hash 0x{noise(64, HEX)}",
    "contract 0x017f697e08bbc44e7aae17d4cde7abd968418976",
    f"xpub{noise(107, B58)}",
    f"npub1{'q3vz8w0r4tlm2xyn7sc9hd6pfgj5uaek' * 2}",
    "bitcoin address 1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    f"Bitcoin wallet {WIF[:-1]}K",
    'algorithm hmac-sha256; secret "<secret>";',
    "Private-Lines: 14 is a header of PuTTY",
    "soukromý klíč: v Bitwardenu",
    f"ssh-ed25519 {joined('AAAAC3NzaC1lZDI1', 'NTE5AAAAI')}{noise(43)} eva@nas",
]


@pytest.mark.parametrize("line", LINES)
def test_private_keys_are_found(line: str) -> None:
    assert left_open(BLOCK_RULES, line) == ""


@pytest.mark.parametrize("line", PASSED)
def test_look_alikes_pass(line: str) -> None:
    assert hits(BLOCK_RULES, line) == []
