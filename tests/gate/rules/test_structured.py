from __future__ import annotations

import base64

import pytest

from tests.gate.marked import hits, left_open
from vaultbrain.gate.rules.addresses import ADDRESS_RULES
from vaultbrain.gate.rules.base import HEX, joined, noise
from vaultbrain.gate.rules.structured import STRUCTURED_RULES

RULES = (*STRUCTURED_RULES, *ADDRESS_RULES)
PW = joined("r0ck3t", "+76q")
HEX32, HEX64 = noise(32, HEX), noise(64, HEX)
JWE = joined("eyJ", "hbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0")
PAIR = base64.b64encode(b"eva:kocour42").decode()
AT = "://"  # keeps scanners of this repository quiet

LINES = [
    *(
        f"https{AT}h.cz/x?a=1&{name}=⟦{noise(32)}⟧"
        for name in "jeton klic podpis schluessel clave kod k t".split()
    ),
    f"https{AT}h.cz/pozvanka/⟦{noise(32)}⟧",
    f"postgres{AT}notes:⟦{PW}⟧@db.internal:5432/notes",
    f"redis{AT}:⟦{PW}⟧@cache:6379/0",
    f"mongodb+srv{AT}eva:⟦kocour⟧@cluster0.mongodb.net/?retryWrites=true",
    f"amqp{AT}eva:⟦p@s:kocour7⟧@mq:5672",
    f"ftp{AT}eva:⟦zima%402024⟧@ftp.host.cz/",
    f"smb{AT}WORK;eva:⟦{PW}⟧@nas/share",
    f"ssh{AT}eva:⟦{PW}⟧@host.cz:22",
    f"mysql{AT}eva:⟦pa/ss{PW}⟧@db/notes",
    f"<https{AT}eva:⟦kocour⟧@nas.local/>",
    f"[nas](https{AT}eva:⟦{PW}⟧@nas.local/x)",
    f"https{AT}oauth2:⟦{noise(30)}⟧@gitlab.com/a/b.git",
    f"https{AT}⟦{noise(40)}⟧@github.com/a/b.git",
    f"https{AT}⟦{noise(40)}⟧:x-oauth-basic@github.com/a/b.git",
    f"jdbc:mysql{AT}db/notes?user=eva&password=⟦kocour⟧",
    f"jdbc:sqlserver{AT}db;user=sa;password=⟦{PW}⟧;encrypt=true",
    "Server=db;User Id=sa;Password=⟦Kocour⟧;Encrypt=true",
    "Data Source=db;Pwd=⟦Kocour;⟧Uid=sa;".replace(";⟧", "⟧;"),
    f"Password=⟦{PW}⟧;Server=db;Database=x",
    f"DefaultEndpointsProtocol=https;AccountName=n;AccountKey=⟦{noise(86)}==⟧;",
    f"SharedAccessKeyName=Root;SharedAccessKey=⟦{noise(43)}=⟧",
    f"klíč k úložišti: ⟦{noise(86)}==⟧",
    "host=db user=eva password=⟦kocour⟧ sslmode=require",
    "password=⟦kocour⟧ host=db dbname=notes",
    "eva:⟦kocour42⟧@tcp(db:3306)/notes",
    f"machine h.cz login eva password ⟦{PW}⟧",
    "machine h.cz\n  login eva\n  password ⟦kocour⟧\n",
    f"//registry.npmjs.org/:_authToken=⟦{noise(36)}⟧",
    f"_auth = ⟦{PAIR}⟧",
    f'{{"auths": {{"ghcr.io": {{"auth": "⟦{PAIR}⟧"}}}}}}',
    f"root:⟦$6${noise(12)}${noise(86)}⟧:19000:0:99999:7:::",
    f"eva:⟦$apr1${noise(8)}${noise(22)}⟧",
    f"⟦$2y$10${noise(53)}⟧",
    f"⟦$argon2id$v=19$m=65536,t=3,p=4${noise(22)}${noise(43)}⟧",
    f"⟦$pbkdf2-sha256$29000${noise(22)}${noise(43)}⟧",
    f"⟦pbkdf2_sha256$260000${noise(22)}${noise(43)}=⟧",
    f"⟦pbkdf2:sha256:260000${noise(16)}${HEX64}⟧",
    f"⟦scrypt:32768:8:1${noise(16)}${HEX64}{HEX64}⟧",
    f"userPassword: {{SSHA}}⟦{noise(32)}⟧",
    f"⟦$P$B{noise(30)}⟧",
    f"⟦$7$C6..../....{noise(22)}${noise(43)}⟧",
    f"eva:500:⟦{joined('aad3b435b5', '1404eeaad3b435b51404ee')}:{HEX32}⟧:::",
    f"NTLM hash: ⟦{HEX32}⟧",
    f"password hash: ⟦{HEX64}⟧",
    f"hash hesla: ⟦{HEX32}⟧",
    f"⟦SCRAM-SHA-256$4096:{noise(22)}==${noise(43)}=:{noise(43)}=⟧",
    f"enable secret 9 ⟦$9${noise(14)}${noise(43)}⟧",
    "username eva password 7 ⟦0822455D0A16544541⟧",
    f"Authorization: Basic ⟦{PAIR}⟧",
    f"Authorization: Bearer ⟦{noise(40)}⟧",
    f"-H 'Authorization: Token ⟦{HEX64[:40]}⟧'",
    f'"Authorization": "ApiKey ⟦{noise(40)}⟧"',
    f"Authorization: ⟦{noise(40)}⟧",
    f"Cookie: lang=cs; sessionid=⟦{noise(32)}⟧; _ga=GA1.2.1234.5678",
    f"Set-Cookie: PHPSESSID=⟦{noise(26)}⟧; path=/; HttpOnly",
    f"PHPSESSID=⟦{noise(26)}⟧",
    f"curl -b 'session=⟦{noise(40)}⟧' https{AT}h/",
    f"laravel_session=⟦{noise(40)}⟧",
    f"https{AT}b.s3.amazonaws.com/f?X-Amz-Expires=3600&X-Amz-Signature=⟦{HEX64}⟧",
    f"https{AT}a.blob.core.windows.net/c?sv=2022-11-02&se=2024-01-01&sig=⟦{noise(40)}%3D⟧",
    f"[feed](https{AT}cal.host/f.ics?token=⟦{noise(24)}⟧)",
    f"https{AT}h/x?a=1&access_token=⟦{noise(30)}⟧",
    f"https{AT}h/cb#id_token=⟦{noise(30)}⟧&x=1",
    f"https{AT}app.host/reset-password/⟦{noise(32)}⟧",
    f"https{AT}app.host/password/reset/⟦{HEX64}⟧?email=a@b.cz",
    f"https{AT}app.host/invite/⟦{noise(24)}⟧",
    f"https{AT}app.host/join?invite=⟦{noise(20)}⟧",
    f"https{AT}app.host/magic-link/⟦{noise(32)}⟧",
    f"https{AT}app.host/auth/magic?code=⟦{noise(32)}⟧",
    f"https{AT}calendar.google.com/calendar/ical/eva%40host.cz/private-⟦{HEX32}⟧/basic.ics",
    f"https{AT}zoom.us/j/123456789?pwd=⟦QWRtaW4xMjM0⟧",
    f"⟦{joined('eyJ', 'hbGciOiJIUzI1NiJ9')}.{joined('eyJ', 'zdWIiOiIxIn0')}.{noise(43)}⟧",
    f"⟦{joined('eyJ', 'hbGciOiJub25lIn0')}.{joined('eyJ', 'zdWIiOiIxIn0')}.⟧",
    f"⟦{JWE}..{noise(16)}.{noise(40)}.{noise(22)}⟧",
]

PASSED = [
    f"https{AT}h.cz/x?key=Ctrl%2BShift%2BL",
    f"https{AT}h.cz/x?kod=jak-na-to-2024",
    f"https{AT}h.cz/x?firma=novak-a-syn",
    f"https{AT}h.cz/x?t=120",
    f"https{AT}h.cz/watch?k=how-to-do-it-in-2024-part-2",
    f"postgres{AT}user:password@localhost:5432/db",
    f"postgres{AT}postgres:postgres@localhost:5432/db",
    f"amqp{AT}guest:guest@localhost",
    f"https{AT}${{USER}}:${{PASS}}@host/",
    f"https{AT}<user>:<password>@host/",
    f"http{AT}localhost:3000/a@b",
    f"http{AT}[::1]:8080/a@b",
    f"[a](http{AT}host:8080)[b](mailto:x@y.cz)",
    f"https{AT}user@host.cz",
    f"https{AT}my-user-name-2024@bitbucket.org/a/b.git",
    f"https{AT}{HEX32}@o4504.ingest.sentry.io/4504",
    f"ssh{AT}git@github.com/a/b.git",
    f"https{AT}medium.com/@eva/article-2024",
    f"https{AT}www.npmjs.com/package/@vue/core",
    f"https{AT}cdn.jsdelivr.net/npm/vue@3.4.0/dist/vue.js",
    f"https{AT}host/?token=<token>&x=1",
    f"https{AT}host/?token=YOUR_TOKEN",
    f"https{AT}host/?key=value",
    f"https{AT}host/?key=chapter-2024",
    f"https{AT}host/?code=summer2024",
    f"https{AT}host/?next=/login",
    f"https{AT}host/?password=true",
    f"https{AT}host/?v=YFEEmwUPnjf",
    f"https{AT}host/reset-password/how-to-reset-your-password",
    f"https{AT}host/join/the-community-of-2024",
    f"https{AT}host/docs/invite-your-team-2024-03-01",
    f"https{AT}discord.gg/vue",
    f"https{AT}host.cz/private-school-of-music",
    "Server=db;User Id=sa;Password=<password>;",
    "Server=db;User Id=sa;Password=********;",
    "host=db user=eva password=<password>",
    "machine learning login page password reset",
    "machine <host> login <user> password <password>",
    "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
    'const props = { "auth": "required" }',
    '"auth": "basicauthentication"',
    "it cost $2.50 and $60",
    "$6$ is the SHA-512 prefix",
    "pbkdf2_sha256$iterations$salt$hash",
    "{SSHA} is salted SHA-1",
    "password hash: bcrypt",
    f"sha256: {HEX64}",
    f"hash: {HEX32}",
    "commit hash: 70e89b411f5e4aaa423ffb6ac39b130c840d4c6c",
    "basic characteristics of basic understanding",
    "auth_type=basic user_pass=COMBO00:COMBO01",
    "Bearer <token>",
    "bearer of-good-news-for-all-of-you2",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${TOKEN}",
    "Authorization: Bearer YOUR_ACCESS_TOKEN_2",
    "authorization: required-for-all-version-2",
    "Authorization: see chapter12-authorization-model",
    "Cookie: a small cake; best=warm",
    "Cookie: theme=dark; lang=cs",
    "session=summer-2024",
    "sessionid=<id>",
    "Set-Cookie: name=value; Max-Age=2592000; Path=/; Domain=example2.org",
    "const session = getSession(user1234567)",
    "password 7 is the seventh one",
    "eyJabcdefghij.klmnopqrstu.vwxyz0123456",
    "eyJ.eyJ.x",
    ":::tip 1234:5678:::",
    "AccountKey=<key>",
]


@pytest.mark.parametrize("line", LINES)
def test_structured_secrets_are_found(line: str) -> None:
    assert left_open(RULES, line) == ""


@pytest.mark.parametrize("line", PASSED)
def test_look_alikes_pass(line: str) -> None:
    assert hits(RULES, line) == []
