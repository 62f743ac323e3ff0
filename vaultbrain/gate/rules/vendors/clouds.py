"""Keys of clouds, hosts, their databases and their stores of secrets."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.rows import GUID, Key, after_sign, key_rules, labelled_rule

_NAMES = """
cloudflare hetzner linode vultr scaleway ovh ovhcloud fly.io railway vercel netlify heroku aliyun
alibaba tencent ibm_cloud infomaniak wedos ado_pat azure_devops koyeb dreamhost namecheap godaddy
porkbun gandi dnsimple desec bunny.net bunnycdn keycdn cdn77 fastly akamai backblaze wasabi minio
civo kamatera contabo exoscale upcloud digitalocean rackspace stackpath upstash redis_cloud turso
aiven confluent couchbase cockroachdb snowflake influxdb influx planetscale timescale databento
hcp_client forpsi websupport duckdns dynu no-ip freedns yandex zerotier netmaker headscale mikrotik
meraki ibm azure scw clickhouse mongodb_atlas redislabs neon_api supabase xata fauna hashicorp
terraform spacelift
"""

_AZURE_MARKS = (
    *("+ast", "acdb", "+aba", "+asb", "+aeh", "+arm", "aiot", "azeg", "+acr", "azse", "azfu"),
    *("azca", "apim", "azdo", "jqqj99"),
)

_KEYS = (
    Key(
        "aws-access-key",
        ("akia", "asia", "abia", "acca"),
        r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16,}",
        "AKIA{u16}",
        class_="aws-key",
        check="vendor_code",
    ),
    Key(
        "aws-session-token",
        ("iqojb3jpz2lux2vj", "fwogzxivyxdz", "fqodyxdz", "aqodyxdz"),
        r"(?:IQoJb3JpZ2luX2Vj|FwoGZXIvYXdz|FQoDYXdz|AQoDYXdz)[0-9A-Za-z+/%]{50,}={0,2}",
        "IQoJb3JpZ2luX2Vj{k120}",
        class_="aws-key",
    ),
    Key(
        "aws-bedrock-key",
        ("absk", "bedrock-api-key-"),
        r"(?:ABSK[0-9A-Za-z+/]{100,}={0,2}|bedrock-api-key-[0-9A-Za-z+/]{28,}={0,2})",
        "ABSK{k110}",
        class_="aws-key",
    ),
    Key(
        "amazon-key",
        ("amzn.mws.", "amzn1.oa2-cs.v1.", *after_sign("da2-")),
        r"(?:da2-[0-9a-z]{26}|amzn\.mws\.[0-9a-f-]{36,}|amzn1\.oa2-cs\.v1\.[0-9a-f]{64,})",
        "amzn1.oa2-cs.v1.{h64}",
        class_="aws-key",
    ),
    Key("google-api-key", ("aiza",), r"AIza[0-9A-Za-z_-]{33,}", "AIza{k35}"),
    Key(
        "google-oauth",
        ("gocspx-", "ya29.", "1//0", "aq.a"),
        r"(?:GOCSPX-[0-9A-Za-z_-]{20,}|ya29\.[0-9A-Za-z_-]{20,}(?:\.[0-9A-Za-z_-]{20,})*"
        r"|1//0[0-9A-Za-z_-]{40,}|AQ\.A[0-9A-Za-z_-]{40,})",
        "GOCSPX-{k28}",
    ),
    Key("google-hmac", ("goog1e",), r"GOOG1E[0-9A-Z]{55,}", "GOOG1E{u55}"),
    Key(
        "firebase-messaging",
        (":apa91b",),
        r"[0-9A-Za-z_-]{11}:APA91b[0-9A-Za-z_-]{100,}",
        "AAAA{k7}:APA91b{k134}",
    ),
    Key(
        "azure-ad-secret",
        ("q~",),
        r"[0-9A-Za-z_~.-]{3}[0-9]Q~[0-9A-Za-z_~.-]{31,}",
        "aB38Q~{k34}",
    ),
    Key(
        "azure-marked-key",
        _AZURE_MARKS,
        # What has a mark of four letters is no line of a certificate when it ends in a sign of its
        # own.
        r"[0-9A-Za-z+/_-]{32,}(?:(?:\+(?:ASt|ABa|ASb|AEh|ARm|ACR)|ACDb|AIoT|AZEG)"
        r"[0-9A-Za-z+/_-]{4,30}={1,2}|(?:AzSe|AzFu|AzCa|APIM|AZDO|JQQJ99)"
        r"[0-9A-Za-z+/_-]{4,30}={0,2})",
        "{k76}+ASt{k6}==",
        before=r"(?:^|[^0-9A-Za-z+/])",
    ),
    Key(
        "azure-connection-string",
        ("sharedaccesskey", "sharedsecretvalue", "accountkey", "accesskey"),
        r"[0-9A-Za-z+/_-]{40,}={0,2}",
        "{k43}=",
        label="SharedAccessKey=",
        before=r"(?i:shared-?access-?key|shared-?secret-?value|account-?key|access-?key)"
        r"\s{0,3}=\s{0,3}",
    ),
    Key(
        "azure-app-configuration",
        ("azconfig.io",),
        r"[0-9A-Za-z+/]{36,}={0,2}",
        "{k43}=",
        label="https://a.azconfig.io;Id=k3-l0-s0:Rt7Lm9Qzw3Km2Xb4Hdpf;Secret=",
        before=r"azconfig\.io;Id=[^;\s]{8,80};Secret=",
    ),
    Key(
        "cloudflare",
        ("v1.0-", "cfat_", "cfut_", "cfk_"),
        r"(?:v1\.0-[0-9a-f]{24,}(?:-[0-9a-f]{24,})+|cf(?:at|ut|k)_[0-9A-Za-z]{36,})",
        "cfut_{k48}",
    ),
    Key("digitalocean", ("_v1_",), r"do[opr]_v1_[0-9a-f]{64,}", "dop_v1_{h64}"),
    Key("digitalocean-spaces", ("do00", "do80"), r"DO[08]0[0-9A-Z]{16,}", "DO00{u16}"),
    Key("scaleway", ("scw",), r"SCW[0-9A-Z]{17}", "SCW{u17}", tight=True),
    Key(
        "fly",
        ("fo1_", "fm1", "fm2", "flyv1"),
        r"(?:fo1_[0-9A-Za-z_-]{40,}|fm[12][ar]?_[0-9A-Za-z+/=_,-]{40,}"
        r"|FlyV1 [0-9A-Za-z+/=_,-]{60,})",
        "fo1_{k43}",
    ),
    Key("render", ("rnd_",), r"rnd_[0-9A-Za-z]{28,}", "rnd_{k32}"),
    Key(
        "vercel",
        ("vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"),
        r"(?:vc[piark]_[0-9A-Za-z]{24,}|vercel_blob_rw_[0-9A-Za-z]{8,}_[0-9A-Za-z]{20,})",
        "vcp_{k56}",
    ),
    Key(
        "netlify",
        ("nfp_", "nfc_", "nfo_", "nfu_", "nfb_"),
        r"nf[pcoub]_[0-9A-Za-z_-]{36,}",
        "nfp_{k36}",
    ),
    Key("heroku", ("hrku-",), r"HRKU-[0-9A-Za-z_-]{36,}", "HRKU-AA{k58}"),
    Key(
        "alibaba",
        ("ltai", *after_sign("sts.")),
        r"(?:LTAI[0-9A-Za-z]{12,}|STS\.[0-9A-Za-z]{22,})",
        "LTAI{k20}",
    ),
    Key("tencent", ("akid",), r"AKID[0-9A-Za-z]{28,}", "AKID{k32}"),
    Key(
        "yandex",
        ("aqvn", "aqaaaa", "t1.", *after_sign("y0_", "y1_", "y2_", "y3_", "yc")),
        r"(?:AQVN[0-9A-Za-z_-]{34,}|AQAAAA[0-9A-Za-z_-]{30,}|y[0-3]_[0-9A-Za-z_-]{40,}"
        r"|t1\.[0-9A-Za-z_-]{4,}={0,2}\.[0-9A-Za-z_-]{80,}={0,2}|YC[0-9A-Za-z_-]{38})",
        "AQVN{k35}",
        tight=True,
    ),
    Key("upcloud", ("ucat_",), r"ucat_[0-9A-Za-z]{24,}", "ucat_{k26}"),
    Key("exoscale", after_sign("exo"), r"EXO[0-9A-Za-z]{24,}", "EXO{h24}", tight=True),
    Key("scalingo", ("tk-us-",), r"tk-us-[0-9A-Za-z_-]{40,}", "tk-us-{k48}"),
    Key("aiven", ("avns_",), r"AVNS_[0-9A-Za-z_-]{15,}", "AVNS_{k19}"),
    Key("backblaze", ("k00",), r"K00[0-9][0-9A-Za-z+/]{27}", "K005{k27}", tight=True),
    Key("openshift", ("sha256~",), r"sha256~[0-9A-Za-z_-]{43}", "sha256~{k43}"),
    Key(
        "kubernetes-join",
        ("--token", "bootstrap token", "bootstrap-token"),
        r"[0-9a-z]{6}\.[0-9a-z]{16}",
        "{l6}.{l16}",
        label="kubeadm join 10.0.0.1:6443 --token ",
        before=r"(?:--token|(?i:bootstrap[ _-]?token))[\s=:\"'`]{1,6}",
    ),
    Key(
        "docker-swarm",
        ("swmtkn-1-", "swmkey-1-"),
        r"SWM(?:TKN-1-[0-9a-z]{40,}-[0-9a-z]{20,}|KEY-1-[0-9A-Za-z+/]{40,})",
        "SWMTKN-1-{l50}-{l25}",
    ),
    Key(
        "hashicorp",
        ("hvs.", "hvb.", "hvr.", ".atlasv1."),
        r"(?:hv[sbr]\.[0-9A-Za-z_-]{20,}|[0-9A-Za-z]{14}\.atlasv1\.[0-9A-Za-z_=-]{60,})",
        "hvs.{k90}",
    ),
    Key(
        "hashicorp-old",
        ("vault_token", "vault-token", "vault token", "vault_root", "vault root"),
        r"[sb]\.[0-9A-Za-z]{24,}",
        "s.{k24}",
        label="VAULT_TOKEN=",
        before=r"(?i:vault)[^\n]{0,40}?[^0-9A-Za-z.]",
    ),
    Key("pulumi", ("pul-",), r"pul-[0-9a-f]{40,}", "pul-{h40}"),
    Key("infracost", ("ico-",), r"ico-[0-9A-Za-z]{32,}", "ico-{k32}"),
    Key(
        "doppler",
        ("dp.pt.", "dp.st.", "dp.sa.", "dp.ct.", "dp.said.", "dp.scim.", "dp.audit."),
        r"dp\.(?:pt|sa|ct|said|scim|audit|st(?:\.[0-9a-z_-]{2,40})?)\.[0-9A-Za-z]{40,}",
        "dp.pt.{k43}",
    ),
    Key(
        "infisical",
        ("infisical",),
        r"st\.[0-9a-f-]{24,36}\.[0-9a-f]{32,}(?:\.[0-9a-f]{32,})?",
        "st.{h24}.{h32}.{h32}",
        label="INFISICAL_TOKEN=",
        tight=True,
    ),
    Key(
        "1password",
        ("ops_eyj", "a3-"),
        r"(?:ops_eyJ[0-9A-Za-z_-]{80,}={0,2}"
        r"|A3-[0-9A-Z]{6}-(?:[0-9A-Z]{11}|[0-9A-Z]{6}-[0-9A-Z]{5})(?:-[0-9A-Z]{5}){3})",
        "A3-{u6}-{u6}-RT7LM-9QZW3-KM2XB-4HDPF",
    ),
    Key(
        "bitwarden",
        ("bitwarden", "bws"),
        r"0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9A-Za-z]{28,}:[0-9A-Za-z+/]{20,}=*",
        f"0.{GUID}.{{k30}}:{{k22}}==",
        label="BWS_ACCESS_TOKEN=",
        tight=True,
    ),
    Key(
        "mongodb-atlas",
        ("mdb_sa_sk_",),
        r"mdb_sa_sk_[0-9A-Za-z_-]{36,}",
        "mdb_sa_sk_{k40}",
    ),
    Key("neon", ("napi_",), r"napi_[0-9A-Za-z]{40,}", "napi_{k64}"),
    Key(
        "supabase",
        ("sbp_", "sb_secret_"),
        r"(?:sbp_(?:v0_)?[0-9a-z]{40,}|sb_secret_[0-9A-Za-z_-]{30,})",
        "sbp_{h40}",
    ),
    Key(
        "planetscale",
        ("pscale_",),
        r"pscale_(?:tkn|pw|oauth)_[0-9A-Za-z_=-]{30,}(?:\.[0-9A-Za-z_=-]+)*",
        "pscale_tkn_{k43}",
    ),
    Key(
        "cockroachdb",
        ("ccdb1_",),
        r"CCDB1_[0-9A-Za-z]{20,}(?:_[0-9A-Za-z]{30,})?",
        "CCDB1_{k22}_{k40}",
    ),
    Key("clickhouse", ("4b1d",), r"4b1d[0-9A-Za-z]{38}", "4b1d{k38}", tight=True),
    Key(
        "astra",
        ("astracs:",),
        r"AstraCS:[0-9A-Za-z]{20,}(?::[0-9a-f]{40,})?",
        "AstraCS:{k24}:{h64}",
    ),
    Key("databricks", ("dapi", "dose"), r"d(?:api|ose)[0-9a-f]{32,}(?:-[0-9])?", "dapi{h32}"),
    Key(
        "elastic",
        ("essu_", "esse_", "essa_"),
        r"ess[uea]_[0-9A-Za-z+/_-]{40,}={0,2}",
        "essu_{k60}==",
    ),
    Key("fauna", ("fna",), r"fnA[0-9A-Za-z_-]{37,}", "fnA{k37}", tight=True),
    Key("xata", ("xau_",), r"xau_[0-9A-Za-z]{30,}", "xau_{k38}"),
)

CLOUD_RULES = (*key_rules(_KEYS), labelled_rule("cloud-vendor-key", _NAMES))
