from __future__ import annotations

import pytest

from tests.gate.marked import hits, left_open
from vaultbrain.gate.rules.base import joined, noise
from vaultbrain.gate.rules.recovery import RECOVERY_RULES

PAIRS = ["3484-5742", "3362-7562", "1952-3316", "0071-2365"]
HEXES = ["81da2-e053a", "cac60-1d405", "a4b82-e6992", "2987a-05b17"]
EIGHTS = ["34845742", "33627562", "19523316", "00712365"]
SPACED = ["3484 5742", "3362 7562", "1952 3316", "0071 2365"]
LONG = ["7k2mx9qd44pt", "zb81hw6ncr3v", "q5tj0yfa8ls2"]


def _lined(codes: list[str], before: str = "") -> str:
    return before + "⟦" + f"\n{before}".join(codes) + "⟧"


CODES = [
    f"GitHub recovery codes:\n{_lined(HEXES)}",
    f"## Backup codes\n\n{_lined(PAIRS, '- ')}\n",
    f"## Google backup codes\n\n{_lined(SPACED, '- [ ] ')}\n",
    f"Backup codes: {_lined(EIGHTS).replace(chr(10), ', ')}",
    f"backup codes {_lined(PAIRS).replace(chr(10), ' ')}",
    f"Discord backup codes\n```\n{_lined(PAIRS)}\n```\n",
    f"Recovery codes:\n\n```txt\n{_lined(HEXES)}\n```\n",
    f"2FA recovery codes (saved 2024-03-01):\n{_lined(PAIRS)}",
    "Backup codes:\n1. ⟦3484-5742\n2. 3362-7562\n3. 1952-3316⟧\n",
    "Backup codes:\n- [x] ⟦3484-5742\n- [ ] 3362-7562\n- [ ] 1952-3316⟧",
    "Backup codes:\n- ~~⟦3484-5742~~\n- ~~3362-7562~~\n- 1952-3316⟧",
    "Backup codes:\n- ⟦3484-5742⟧ (used 2024-05-01)\n- ⟦3362-7562\n- 1952-3316⟧",
    "Recovery codes\n| ⟦81da2-e053a | cac60-1d405 |\n| a4b82-e6992 | 2987a-05b17⟧ |",
    "Recovery codes\n\n| code | used |\n|---|---|\n| ⟦81da2-e053a⟧ | no |\n| ⟦cac60-1d405⟧ | |\n",
    "Recovery codes:\n⟦81da2-e053a    cac60-1d405\na4b82-e6992    2987a-05b17⟧",
    f"One-time backup codes, each works once.\n{_lined(LONG)}",
    f"Emergency codes for Bitwarden:\n{_lined(['3f9a0c7be1d84625', '0c7be1d846253f9a'])}",
    f"scratch codes:\n{_lined(['482193', '990127', '341188'])}",
    "> [!info] Backup codes\n> ⟦3484-5742\n> 3362-7562⟧",
    f"Záložní kódy Google:\n{_lined(SPACED)}",
    f"Záložní kódy ke Googlu, vytisknuto v březnu.\n\n{_lined(PAIRS, '* ')}",
    f"zalozni kody: {_lined(PAIRS).replace(chr(10), ', ')}",
    f"Obnovovací kódy GitHub\n{_lined(HEXES)}",
    f"kódy pro obnovení účtu:\n{_lined(HEXES)}",
    f"jednorázové kódy\n{_lined(EIGHTS)}",
    f"záložné kódy:\n{_lined(PAIRS)}",
    f"Wiederherstellungscodes:\n{_lined(HEXES)}",
    f"Backup-Codes für GitLab\n{_lined(LONG)}",
    f"Notfallcodes: {_lined(EIGHTS).replace(chr(10), '; ')}",
    f"Codes de secours :\n{_lined(PAIRS)}",
    f"codes de récupération GitHub\n{_lined(HEXES)}",
    f"códigos de respaldo:\n{_lined(PAIRS)}",
    f"Códigos de recuperación\n{_lined(HEXES)}",
    f"kody zapasowe:\n{_lined(PAIRS)}",
    f"kody odzyskiwania konta: {_lined(PAIRS).replace(chr(10), ', ')}",
    "Twitter backup code: ⟦7k2mx9qd44pt⟧",
    "Recovery code: ⟦QZ7RW-3KVXN-8YCT4-HDP6F-GJ5UA⟧",
    "Bitwarden recovery code:\n⟦qz7r w3kv xn8y ct4h dp6f gj5u a2bc d3ef⟧",
    "BitLocker recovery key: ⟦"
    + "-".join(["482196", "330121", "118074"] * 2 + ["482196", "9" * 6])
    + "⟧",
    "obnovovací klíč BitLocker\n⟦" + "-".join(["482196", "330121"] * 4) + "⟧",
    "FileVault recovery key = ⟦QZ7R-W3KV-XN8Y-CT4H-DP6F-GJ5U⟧",
    "Apple recovery key: ⟦RK-QZ7R-W3KV-XN8Y-CT4H⟧",
    "Wiederherstellungsschlüssel: ⟦QZ7R-W3KV-XN8Y-CT4H-DP6F-GJ5U⟧",
    "clé de récupération : ⟦QZ7R-W3KV-XN8Y-CT4H-DP6F-GJ5U⟧",
    "1Password Secret Key: ⟦"
    + joined("A3-", "QZ7RW3-", "KVXN8Y-", "CT4HD-", "P6FGJ-", "5UA2B-", "CD3EF")
    + "⟧",
    "| Recovery code | ⟦81da2-e053a⟧ |",
    "codes de secours GitHub : ⟦7017 1107⟧ / ⟦5198 2379⟧",
    "záložní kódy: ⟦abcde-fghij⟧ ⟦3e6ar-k93te⟧ ⟦t3f6i-hp1de⟧",
    "| recovery code | used |\n|---|---|\n| `⟦e3bc0323⟧` | |\n| `⟦462a04bd⟧` | yes |",
    "| # | záložní kód |\n|--|--|\n| 1 | ⟦4661 3608⟧ |\n| 2 | ⟦2592 3090⟧ |",
    "Backup codes:\n1. ~~⟦4661 3608⟧~~ used\n2. used\n3. [x]\n4. ⟦2592 3090⟧",
    "Backup codes (2024-10-06):\r\n1. ⟦4661 3608⟧\r\n2. ~~gone~~\r\n3. ⟦2592 3090⟧\r\n",
    "- [ ] ⟦3e6ar-k93te⟧\n- [ ] ⟦t3f6i-hp1de⟧\n\n^ backup codes for the manager, tick when used",
    "- ⟦3484-5742⟧\n- ⟦3362-7562⟧\n\n↑ záložní kódy ke Googlu",
    "⟦3484-5742⟧\n⟦3362-7562⟧\n(backup codes for GitHub)",
    "Kódy pro případ ztráty telefonu:\n- ⟦3484 5742⟧\n- ⟦9362 7562⟧",
    "klíč pro obnovení FileVault ⟦QZ7R-W3KV-XN8Y-CT4H-DP6F-GJ5U⟧",
    "códigos de seguridad de Google:\n⟦3484 5742⟧\n⟦9362 7562⟧",
    "Záchranný kód k účtu — ⟦9G0W-SNXT-KC38-KEQU⟧",
    "Wiederherstellungscode lautet ⟦9G0W-SNXT-KC38-KEQU⟧",
    "The recovery code is ⟦9G0W-SNXT-KC38-KEQU⟧",
    "obnovovací kód je ⟦9G0WSNXTKC38KEQU⟧",
    "kod odzyskiwania konta \u2013 ⟦9G0W-SNXT-KC38-KEQU⟧",
]

NO_CODES = [
    "recovery codes: see page 12",
    "Backup codes printed 2024-03-01, stored in safe 4",
    "Backup codes: 8 digits each, 10 codes",
    "The recovery code was sent to +420 733 702 263",
    "Store the backup codes in a safe place. There are 10 of them.",
    "recovery codes:\n- week one rest\n- week two walk",
    "recovery code: 0x80070005",
    "error recovery codes: E1001, E1002",
    "backup code in `backup2.py`, line 1204",
    "Backup codes\n\nPrint them on 2024-03-01.\nKeep them for 10 years.\n",
    "Recovery codes are enabled.\n\n## Phones\n- 733 702 263\n- 733 702 264\n",
    "záložní kódy jsou v trezoru",
    "Záložní kód programu je na https://host.cz/a1b2c3d4",
    "codes de secours : dans le coffre",
    "kody zapasowe: w sejfie nr 1234",
    "range 1234-5678 on the dial",
    "recovery key: <your-recovery-key>",
    "recovery codes: xxxx-xxxx, xxxx-xxxx",
    "recovery run 10:30-11:45, 2026-03-04",
    "Use a recovery code:\n\n```\ncurl -X POST https://host/v2/login\n```\n",
    "backup code | status\n---|---\nA | ok\n",
    "recovery codes (10), printed 2024-03-01 and 2024-03-02",
    "Backup codes are in the safe.\nPhones:\n- 733 702 263\n- 733 702 264",
    "Backup codes are in the safe.\nOrders:\n- 48213390\n- 48213391",
    "Recovery codes: two-factor, one-time, well-known",
    "Backup codes printed. Invoice 20240115, 20240116.",
    "- 12845678\n- 92345679\n\n## Backup codes\nIn the safe.",
    "| date | backup code |\n|---|---|\n| 2024-01-02 | yes |\n| 2024-01-03 | no |",
    "recovery codes: xxxx-x1xx-2xxx, xxxx-x2xx-3xxx",
]

LOWER32 = joined("u5ie j3fv abiv ", "buv7 t4o3 ratq jfjn hdah")
B32 = joined("LGX6TRGP", "BFOH5F6Q", "SMZJYHBT")
GROUPED = " ".join(B32[n : n + 4] for n in range(0, 24, 4))
SEEDS_2FA = [
    f"TOTP secret ⟦{B32}⟧ for the VPN",
    f"2FA: ⟦{B32}⟧",
    f"2FA seed: ⟦{GROUPED}⟧",
    f"Google Authenticator key: ⟦{GROUPED.lower()}⟧",
    f"authenticator setup key ⟦{B32.lower()}⟧",
    f"## 2FA\n\nKey: ⟦{GROUPED.lower()}⟧",
    f"MFA setup key for AWS: ⟦{B32}⟧",
    f"OTP:\n⟦{B32}⟧",
    f"| TOTP | ⟦{B32}⟧ |",
    f'totp_secret = "⟦{B32}⟧"',
    f"totp:: ⟦{B32}⟧",
    f"dvoufaktor klíč: ⟦{GROUPED.lower()}⟧",
    f"dvoufázové ověření, klíč pro nastavení ⟦{GROUPED.lower()}⟧",
    f"dvojfaktorové overenie: ⟦{B32}⟧",
    f"Zwei-Faktor-Schlüssel: ⟦{B32}⟧",
    f"clé 2FA : ⟦{B32}⟧",
    f"clave 2FA: ⟦{B32}⟧",
    f"klucz 2FA: ⟦{B32}⟧",
    f"setup key: ⟦{GROUPED.lower()}⟧",
    f"Can't scan? Enter this key: ⟦{LOWER32}⟧",
    f"Can't scan it? Use the following key ⟦{LOWER32.upper()}⟧",
    f"Manual entry key: ⟦{B32}⟧",
    f"Nejde naskenovat? Zadejte tento klíč: ⟦{LOWER32}⟧",
    f"ruční zadání: ⟦{LOWER32}⟧",
    f"tajný klíč: ⟦{LOWER32}⟧",
    f"tajný kľúč pre aplikáciu: ⟦{LOWER32}⟧",
    f"QR-Code nicht scannen? Diesen Schlüssel eingeben: ⟦{LOWER32}⟧",
    f"Einrichtungsschlüssel ⟦{B32}⟧",
    f"Impossible de scanner ? Saisissez cette clé : ⟦{LOWER32}⟧",
    f"clave de configuración: ⟦{B32}⟧",
    f"Nie możesz zeskanować? Wpisz ten klucz: ⟦{LOWER32}⟧",
    f"klíč do autentizátoru ⟦{B32}⟧",
    f"clé d'authentification à deux facteurs : ⟦{B32}⟧",
    f"klucz do aplikacji uwierzytelniającej: ⟦{B32}⟧",
    f"oathtool --totp -b ⟦{B32}⟧",
    f"two-factor secret `⟦{B32}⟧`",
    f"Scan or type the key: {joined('otpauth', '://totp/Git:eva?sec')}ret=⟦{B32}⟧&issuer=Git",
    f"{joined('otpauth', '-migration://offline?da')}ta=⟦{noise(60)}⟧",
]
NO_SEEDS_2FA = [
    "2FA explained: codes rotate every 30 s",
    "OTP: ABCDEFGHIJKLMNOPQRST",
    "mfa: some text that will stay with them",
    "TOTP uses SHA1, 6 digits, 30 seconds",
    "2FA is ON FOR ALL USERS",
    "otp tokens: AUTHENTICATIONREQUIRED",
    "authenticator: see Bitwarden",
    "2FA 2024: over this year they will move",
    "mfa_enabled = true",
    "otpauth://totp/Git:eva?secret=<secret>",
    "setup key combination CTRL-ALT-DEL",
    "Enter this key: see the docs",
    "Use the following key combination: ctrl alt del",
    "this key is used with every item here also",
    "secret key: stored with your other keys here also",
]

W12 = "route success amount random grunt use river bonus emerge stock normal town".split()
W24 = [
    "abandon math mimic master filter design carbon crystal rookie group knife",
]
BARE = [
    "na kartičce stojí „⟦" + " ".join(W12) + "⟧“ a nic víc",
    "«⟦" + " ".join(W12) + "⟧»",
    "⟦" + " ".join(W12) + "⟧",
    "I wrote it down: ⟦" + " ".join(W12) + "⟧, twice.",
    "\n".join(f"{n}. {'⟦' if n == 1 else ''}{w}" for n, w in enumerate(W12, 1)) + "⟧",
    "\n".join(f"- {'⟦' if n == 1 else ''}{w}" for n, w in enumerate(W12, 1)) + "⟧",
    "⟦" + ", ".join(W12) + "⟧",
    "⟦" + "\n".join(W12) + "⟧",
    "⟦" + " ".join(W12).upper() + "⟧",
    "⟦" + " ".join(w.title() for w in W12) + "⟧",
    "> ⟦" + " ".join(W12[:6]) + "\n> " + " ".join(W12[6:]) + "⟧",
    (
        "| 1 | ⟦route | 2 | success |\n| 3 | amount | 4 | random |\n| 5 | grunt | 6 | use |\n"
        "| 7 | river | 8 | bonus |\n| 9 | emerge | 10 | stock |\n| 11 | normal | 12 | town⟧ |"
    ),
    "1 ⟦"
    + "\n".join(
        f"{W12[n]}  {n + 7} {W12[n + 6]}\n{n + 2 if n < 5 else ''}" for n in range(6)
    ).rstrip()
    + "⟧",
    "1) ⟦" + " ".join(f"{w} {n + 2})" for n, w in enumerate(W12[:-1])) + " " + W12[-1] + "⟧",
]
LABELLED = [
    "Wallet seed: ⟦" + " ".join([*W12[:5], "usse", *W12[6:]]) + "⟧",
    "moje peněženka ⟦" + " ".join(reversed(W12)) + "⟧",
    "záložní fráze:\n⟦" + "\n".join(W12[::-1]) + "⟧",
    "## Recovery phrase\n\n1. ⟦"
    + "\n".join(f"{n}. {w}" for n, w in enumerate(W12[::-1], 1))[3:]
    + "⟧",
    "Wiederherstellungsphrase: ⟦" + " ".join(W12[::-1]) + "⟧",
    "phrase de récupération : ⟦" + " ".join(W12[::-1]) + "⟧",
    "frase de recuperación: ⟦" + " ".join(W12[::-1]) + "⟧",
    "fraza odzyskiwania: ⟦" + " ".join(W12[::-1]) + "⟧",
    "obnovovacia fráza: ⟦" + " ".join(W12[::-1]) + "⟧",
    "Ledger 12 words: ⟦" + " ".join(W12[::-1]) + "⟧",
    "seed (Trezor, from 2021): ⟦" + ", ".join(W12[::-1]) + "⟧",
    (
        "SLIP39 share 1: ⟦academic acid acrobat romp cinema scroll lungs always daisy hospital "
        "plunge "
        "trash burden gravity kernel oven rhythm silver tofu vintage⟧"
    ),
    (
        "Monero seed: ⟦abbey nasty spout vixen lukewarm tapestry gnaw iguana hubcaps jagged laptop "
        "pylons "
        "onboard ruffled awful sushi elbow zoom dauntless eggs fudge nibs ouch pests hubcaps⟧"
    ),
]
PROSE = [
    "the cat sat on a warm stone near the quiet river while birds sang above green hills",
    "wallet: the cat sat on a warm stone near the quiet river while birds sang",
    "Words: about above absent absorb abstract absurd abuse access accident account",
    "seed the database before running tests and make sure that every table has been cleared",
    "This week: actor, album, alpha, anchor, animal, apple (vocabulary list)",
    "abandon ability able about above absent absorb abstract absurd abuse access accident account",
    "recovery phrase should never live inside plain files because anyone with access can read",
    "obnoveni dat trva dlouho protoze disky jsou pomale nebo plne dalsich souboru",
    "topics: search, index, notes, local, vault, daemon, query, result, chunk, model, vector, hit",
    "mnemonic devices help people remember long lists when they learn things like planet names",
    " ".join([*W12[:5], "usse", *W12[6:]]),
]


@pytest.mark.parametrize("line", [*CODES, *SEEDS_2FA, *BARE, *LABELLED])
def test_ways_back_in_are_found(line: str) -> None:
    assert left_open(RECOVERY_RULES, line) == ""


@pytest.mark.parametrize("line", [*NO_CODES, *NO_SEEDS_2FA, *PROSE])
def test_look_alikes_pass(line: str) -> None:
    assert hits(RECOVERY_RULES, line) == []
