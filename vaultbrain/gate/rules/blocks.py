"""Private keys: armoured blocks, files of tools, and the keys of wallets and tunnels."""

from __future__ import annotations

from vaultbrain.gate.rules.base import HEX, Rule, joined, noise
from vaultbrain.records import Tier

_BEGIN, _END = joined("-----BEG", "IN "), joined("-----", "END ")
_KEY = joined("PRIV", "ATE KEY")
_BODY = "\n".join(noise(64) for _ in range(3))
_PEM = f"{_BEGIN}RSA {_KEY}-----\n{_BODY}\n{_END}RSA {_KEY}-----"
_WIF = joined("L53d9yTLR1", "CAt1UPbN662yvtw83Jr3", "YpsReeVnQMqMSz6EUR2GWx")

_KIND = r"(?:[0-9A-Za-z-]+ ){0,3}(?:PRIVATE KEY(?: BLOCK)?|SECRET KEY BLOCK)"
# Between the BEGIN line and the key: line ends (also written as \n in JSON or <br>), quote marks
# and indentation, armour headers. Prose that only names the header line has none of this.
_TO_BODY = (
    r"(?:[\s>|*`\"',+.-]|\\{1,3}[nrt]|<br ?/?>)*"
    r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Subject|Hash|Charset|MessageID):"
    r"|[0-9A-Za-z+/=]{16})"
)
_MORE = r"[0-9A-Za-z+/=]"
# Further lines of base64; the last may be short.
_LINE_END = r"(?:[ \t]*\r?\n[ \t>]*|\\{1,3}n)"
_REST = rf"={{0,2}}(?:{_LINE_END}{_MORE}{{16,}})*(?:{_LINE_END}{_MORE}{{1,15}}(?m:$))?"

_LABEL = (
    r"(?i:(?:(?:private|priv|secret)(?: (?:spend|view|signing|ssh|wg|wireguard))?[ _-]?key"
    r"|(?:eth|btc|bitcoin|ethereum|solana|wallet)[ _-](?:private[ _-])?key|pre-?shared[ _-]?key"
    r"|(?:s(?:ou|[úu])kromn?|priv[áa]tn)[a-zà-ž]+ k[lľ][íiúu][čc][a-zà-ž]*"
    r"|(?:privater?|geheimer?) schl(?:ü|ue)ssel|cl[ée] priv[ée]e|clave privada"
    r"|klucz[a-zà-ž]* prywatn[a-zà-ž]+))"
)
_QUALIFIER = (
    r"(?:[ \t](?i:for|of|to|from|k|ke|pro|od|für|pour|de|du|do)[ \t][^\n:=;.,]{1,30}?"
    r"|[ \t]?\([^()\n]{0,40}\)"
    # Of whom or what, and which: no fingerprint, no public one.
    r"|[ \t](?i:[úu][čc]t[a-zà-ž]*|pen[ěe][žz]en[a-zà-ž]*|pe[ňn]a[žz]en[a-zà-ž]*"
    r"|account|wallet|address|adres[a-zà-ž]*|konto[a-zà-ž]*|konta|wallet[a-zà-ž]*|compte|cuenta"
    r"|metamask|ledger|trezor[a-zà-ž]*|eth[a-zà-ž]*|btc|bitcoin[a-zà-ž]*|sol[a-zà-ž]*"
    r"|server[a-zà-ž]*|client|hex|wif|nr\.?|no\.?|[čc]\.|#)"
    r"(?:[ \t]?[^\s:=|]{1,16}){0,2}?|[ \t]?#?[0-9]{1,3})?"
)
_VALUE = r"((?:0x)?[0-9a-fA-F]{64}|[0-9A-Za-z+/]{43}=|[0-9A-Za-z+/]{80,}={0,2})"

BLOCK_RULES: tuple[Rule, ...] = (
    Rule(
        id="private-key-block",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("private key-", "private key -", "key block-"),
        # Without an END line everything to the end of the text goes: better too much than a key.
        pattern=(
            r"-{4,5} ?BEGIN " + _KIND + " ?-{4,5}" + _TO_BODY + r"(?s:.*?)"
            r"(?:-{4,5} ?END " + _KIND + r" ?-{4,5}|\z)"
        ),
        group=0,
        examples=(
            _PEM,
            _PEM.replace("\n", "\\n"),
            _PEM.replace("\n", "\r\n> "),
            _PEM.replace("RSA", "OPENSSH"),
            f"{_BEGIN}PGP {_KEY} BLOCK-----\nVersion: 1\n\n{_BODY}\n",
            f"cut off: {_BEGIN}{_KEY}-----\n{_BODY[:40]}",
        ),
        counter_examples=(
            f"`{_BEGIN}{_KEY}-----` is the first line",
            f"{_BEGIN}PUBLIC KEY-----\n{_BODY}\n",
            f"{_BEGIN}{_KEY}-----\n...\n{_END}{_KEY}-----",
        ),
    ),
    Rule(
        id="private-key-body",
        class_="private-key",
        tier=Tier.SECRET,
        # The first bytes of each kind of key file, in base64; then the same of a whole PEM file.
        keywords=(
            joined("b3blbnnzac1r", "zxktdjea"),
            joined("ibadanbgkqh", "kig9w0baqefaasc"),
            "bgkqhkig9w0bbq0w",
            "aibaakcaqea",
            "aibaakcagea",
            joined("mhccaq", "eei"),
            joined("mc4caqawbq", "ydk2vwbc"),
            joined("mighageambm", "gbyqgsm49"),
            "ls0tls1crudjti",
        ),
        pattern=(
            r"(?:^|[^0-9A-Za-z+/])((?:b3BlbnNzaC1rZXktdjEA"
            r"|MII[0-9A-Za-z+/]{3}IBADANBgkqhkiG9w0BAQEFAASC"
            r"|MII[0-9A-Za-z+/]{3,6}BgkqhkiG9w0BBQ0w|MII[0-9A-Za-z+/]{2}[QgAwI]IBAAKCA[QgA][EeA]A"
            r"|MHcCAQEEI|MC4CAQAwBQYDK2VwBC|MIGHAgEAMBMGByqGSM49"
            r"|LS0tLS1CRUdJTi(?:BQUklW|BSU0EgUFJJ|BFQyBQUklW|BPUEVOU1NI|BFTkNSWVBU|BQR1AgUFJJ"
            r"|BEU0EgUFJJ))" + f"{_MORE}+{_REST})"
        ),
        examples=(
            joined("b3BlbnNzaC1rZXktd", "jEA") + noise(48) + "\n" + noise(64),
            joined("LS0tLS1CRUd", "JTiBQUklW") + noise(80),
        ),
        counter_examples=(joined("LS0tLS1CRUd", "JTiBDRVJU") + noise(80),),
    ),
    Rule(
        id="age-secret-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("age-secret-key-",),
        pattern=r"(?i)AGE-SECRET-KEY-(?:PQ-)?1[0-9a-z]{20,}",
        group=0,
        examples=(joined("AGE-SEC", "RET-KEY-1", noise(58).upper()),),
        counter_examples=("AGE-SECRET-KEY-1 is the prefix",),
    ),
    Rule(
        id="putty-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("private-lines",),
        pattern=rf"Private-Lines:[ \t]*[0-9]{{1,4}}(?:\s|\\n|[>|`])+({_MORE}{{16,}}{_REST})",
        examples=(f"Private-Lines: 3\n{_BODY}\nPrivate-MAC: {noise(40, HEX)}",),
        counter_examples=("Private-Lines: 14 is a header of PuTTY",),
    ),
    Rule(
        id="signing-key-file",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=(joined("rwrty", "0iy"), "rwrcsw"),
        pattern=r"(?:^|[^0-9A-Za-z+/])(RWR(?:TY0Iy|CSw)[0-9A-Za-z+/]{40,}={0,2})",
        examples=(joined("RWRT", "Y0Iy", noise(90)),),
        counter_examples=("minisign keys start with RWRTY0Iy",),
    ),
    Rule(
        id="openvpn-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("begin openvpn",),
        pattern=(
            r"-{4,5}BEGIN OpenVPN [0-9A-Za-z -]{3,40}-{4,5}(?:[\s>|*`\"',+.-]|\\{1,3}[nrt]"
            r"|<br ?/?>)*"
            r"[0-9A-Za-z+/]{16}(?s:.*?)(?:-{4,5}END OpenVPN [0-9A-Za-z -]{3,40}-{4,5}|\z)"
        ),
        group=0,
        examples=(_PEM.replace(f"RSA {_KEY}", "OpenVPN Static key V1"),),
        counter_examples=(f"{_BEGIN}OpenVPN Static key V1-----\n...\n",),
    ),
    Rule(
        id="tunnel-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("privatekey", "presharedkey", "private:", "private =", "psk:", "psk ="),
        pattern=(
            r"(?i:(?:private|preshared)(?:_?key)?|psk)[\"'*`]{0,3}\s{0,4}[:=]\s{0,4}[\"'`]?"
            r"([0-9A-Za-z+/]{43}=)"
        ),
        check="key_material",
        examples=(joined("Private", "Key = ", noise(43), "="),),
        counter_examples=(joined("PublicKey = ", noise(43), "="),),
    ),
    Rule(
        id="client-key-data",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("key-data",),
        pattern=r"client-key-data[\"']?\s{0,4}:\s{0,4}[\"']?([0-9A-Za-z+/=]{40,})",
        check="key_material",
        examples=(joined("client-key", "-data: ", noise(80)),),
        counter_examples=("client-key-data: REDACTED",),
    ),
    Rule(
        id="json-web-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("kty",),
        pattern=(
            r"[\"'\s{,](?:d|p|q|dp|dq|qi|k)[\"']?\s{0,4}:\s{0,4}[\"']([0-9A-Za-z_-]{16,})[\"']"
        ),
        check="key_material",
        examples=(f'{{"kty": "oct", "k": "{noise(43)}"}}',),
        counter_examples=(f'{{"kty": "EC", "x": "{noise(43)}"}}',),
    ),
    Rule(
        id="private-key-labelled",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=(
            *("private key", "private_key", "private-key", "priv key", "privkey", "priv_key"),
            *("secret key", "spend key", "eth key", "btc key", "wallet key", "wallet_key"),
            *("bitcoin key", "ethereum key", "solana key", "shared key"),
            *("soukromý kl", "soukromy kl", "soukromého kl", "privátní kl", "privatni kl"),
            *("súkromný kľ", "sukromny kl", "privátny kľ", "privatny kl"),
            *("privater sch", "private sch", "geheimer sch", "clé priv", "cle priv"),
            *("clave privada", "klucz prywatny", "klucza prywatnego"),
        ),
        pattern=(
            r"(?:^|[^\pL\pM\pN])" + _LABEL + r"[*_\"'`]{0,3}" + _QUALIFIER + r"[*_\"'`]{0,3}[ \t]?"
            r"(?:[:=|→-]|[-=]>|(?i:is|je|ist|est|es|to))?\s{0,4}[\"'`*]{0,3}"
            + _VALUE
            + r"(?:$|[^0-9A-Za-z+/=])"
        ),
        check="key_material",
        examples=(
            joined("eth key 0", "x", noise(64, HEX)),
            f"private key (wallet 2): {noise(64, HEX)}",
            f"soukromý klíč k tunelu = {noise(43)}=",
        ),
        counter_examples=(
            f"private key fingerprint: {noise(64, HEX)}",
            f"public key: {noise(64, HEX)}",
        ),
    ),
    Rule(
        id="wallet-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("xprv", "yprv", "zprv", "tprv", "uprv", "vprv"),
        pattern=r"(?:^|[^0-9A-Za-z])((?i:[xyztuv])prv[1-9A-HJ-NP-Za-km-z]{90,})",
        check="key_material",
        examples=(joined("xp", "rv", noise(107)),),
        counter_examples=(joined("xp", "ub", noise(107)), "xprv is the prefix"),
    ),
    Rule(
        id="wallet-import-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=(
            *("bitcoin", "btc", "wif", "wallet", "private key", "privkey", "litecoin", "bip38"),
            *("bip-38", "dogecoin", "peněžen", "penezen", "peňažen", "portefeuille", "monedero"),
            *("portfel", "geldbörse", "soukromý kl"),
        ),
        pattern=(
            r"(?:^|[^0-9A-Za-z])([5KLTQc9][1-9A-HJ-NP-Za-km-z]{50,51}|6P[1-9A-HJ-NP-Za-km-z]{56})"
            r"(?:$|[^0-9A-Za-z])"
        ),
        check="base58_sum",
        examples=(f"paper wallet {_WIF}",),
        counter_examples=(f"wallet {_WIF[:-1]}B", "wallet address 1BoatSLRHtKNngkdXEeobR76b53LET"),
    ),
    Rule(
        id="wallet-key-labelled",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("wif", "wallet pk", "wallet priv", "eth pk", "eth priv", "pk:", "priv:", "pk ="),
        # A label this plain needs no sum: a key with a slip of the pen in it is one.
        pattern=(
            r"(?:^|[^\pL\pN_])(?:(?:WIF|wif)(?i: key)?[*_`]{0,3}[ \t]{0,2}[:=→-]{0,2}\s{0,3}[`\"']?"
            r"([5KLTQc9][1-9A-HJ-NP-Za-km-z]{50,51})"
            r"|(?i:(?:eth\pL*|btc|sol|bnb|wallet|metamask|burner|ledger)[^\n:=]{0,16}?[ \t](?:pk"
            r"|priv|sk))"
            r"[*_`]{0,3}[ \t]{0,2}[:=→]\s{0,3}[`\"']?(?:0x)?[0-9a-fA-F]{64})(?:$|[^0-9A-Za-z])"
        ),
        group=0,
        check="key_material",
        examples=(f"WIF {_WIF[:-1]}B", f"ETH burner wallet pk: 0x{noise(64, HEX)}"),
        counter_examples=("WIF is a format", f"wallet tx: 0x{noise(64, HEX)}"),
    ),
    Rule(
        id="encryption-key-below",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=(
            *("ngsschlüssel", "ngsschluessel", "encryption key", "encryption-key", "šifrovací kl"),
            *("sifrovaci kl", "šifrovací kľ", "de chiffrement", "de cifrado", "szyfrowania"),
        ),
        pattern=(
            r"(?i:verschl(?:ü|ue)sselungsschl(?:ü|ue)ssel|encryption[ -]key"
            r"|[šs]ifrovac[íi] k[lľ][íiúu][čc]"
            r"|cl[ée] de chiffrement|clave de cifrado|klucz szyfrowania)[^\n:=|]{0,60}[:=]?[ \t]*"
            r"(?:\r?\n[ \t>]*)?[`\"'*]{0,3}([0-9a-fA-F]{64}|[0-9A-Za-z+/]{43}=)(?:$"
            r"|[^0-9A-Za-z+/=])"
        ),
        check="key_material",
        examples=(f"Encryption key backup (KEEP)\n{noise(64, HEX)}",),
        counter_examples=("encryption key: see the safe",),
    ),
    Rule(
        id="nostr-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("nsec1", "ncryptsec1"),
        pattern=r"(?:^|[^0-9A-Za-z])((?i:nsec1[02-9ac-hj-np-z]{58}"
        r"|ncryptsec1[02-9ac-hj-np-z]{100,}))",
        examples=(joined("nse", "c1") + "q3vz8w0r4tlm2xyn7sc9hd6pfgj5uaek" * 2,),
        counter_examples=("npub1" + "q3vz8w0r4tlm2xyn7sc9hd6pfgj5uaek" * 2,),
    ),
    Rule(
        id="dns-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("private-key-format", "hmac-"),
        pattern=(
            r"(?:(?:^|\s|\\n)(?:PrivateExponent|PrivateKey|Prime[12]|Exponent[12]|Coefficient"
            r"|Key):[ \t]*"
            r"|secret[ \t]+\"?|hmac-[0-9a-z]{3,7}:[^\s:]{1,64}:)([0-9A-Za-z+/]{20,}={0,2})"
        ),
        check="key_material",
        examples=(
            f"Private-key-format: v1.3\nPrivateKey: {noise(43)}=",
            f'algorithm hmac-sha256; secret "{noise(43)}=";',
        ),
        counter_examples=('algorithm hmac-sha256; secret "<secret>";', "hmac-sha256: see RFC 2104"),
    ),
    Rule(
        id="onion-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("ed25519-v3:", "descriptor:x25519:", joined("pt0gzwqyntux", "oxyxlxnly3jld")),
        pattern=(
            r"(?:ED25519-V3:[0-9A-Za-z+/]{86}(?:==)?"
            r"|(?i:descriptor:x25519:[a-z2-7]{52})|PT0gZWQyNTUxOXYxLXNlY3Jld[0-9A-Za-z+/=]{20,})"
        ),
        group=0,
        examples=(f"ADD_ONION ED25519-V3:{noise(86)}==",),
        counter_examples=("ADD_ONION NEW:ED25519-V3",),
    ),
    Rule(
        id="key-store",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("p12", "pfx", "pkcs", "keystore", "jks"),
        pattern=(
            r"(?i:p12|pfx|pkcs ?#?12|keystore|jks)[^\n:=]{0,40}[:=]\s{0,4}[\"'`|>]{0,2}\s{0,8}"
            r"(?:data:[a-z0-9/+;-]{1,60},)?((?:MII|/u3\+7Q)[0-9A-Za-z+/]{60,}" + _REST + ")"
        ),
        check="key_material",
        examples=(f"keystore.p12: MIIJ{noise(100)}",),
        counter_examples=("keystore: path/to/file.jks",),
    ),
    Rule(
        id="licence-block",
        class_="licence-key",
        tier=Tier.SECRET,
        keywords=("begin license", "begin licence"),
        pattern=(
            r"-{3,5} ?BEGIN LICEN[SC]E ?-{3,5}[ \t]*\r?\n"
            r"((?:[^\n]*\n){1,5}?(?:[ \t>]*[0-9A-F]{8}[0-9A-F ]*\r?\n?)+)"
        ),
        examples=(f"----- BEGIN LICENSE -----\nEva\n{noise(32, 'ABCDEF0123456789')}\n",),
        counter_examples=("----- BEGIN LICENSE -----\nMIT\n----- END LICENSE -----",),
    ),
)
