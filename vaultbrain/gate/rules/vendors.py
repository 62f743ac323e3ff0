"""Keys that a vendor marks with a prefix of its own.

A row is: id, class, keywords, pattern of the key itself, an invented key. The left edge and the
check against documentation placeholders are added for all rows alike.
"""

from __future__ import annotations

from vaultbrain.gate.rules.base import HEX, UPPER, Rule, joined, noise
from vaultbrain.records import Tier

_Row = tuple[str, str, tuple[str, ...], str, str]

_LEFT = r"(?:^|[^0-9A-Za-z_])"

_ROWS: tuple[_Row, ...] = (
    (
        "aws-access-key",
        "aws-key",
        ("akia", "asia", "abia", "acca"),
        r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}",
        joined("AK", "IA", noise(16, UPPER)),
    ),
    (
        "github-token",
        "github-token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
        r"gh[pousr]_[0-9A-Za-z]{30,255}",
        joined("gh", "p_", noise(36)),
    ),
    (
        "github-fine-grained",
        "github-token",
        ("github_pat_",),
        r"github_pat_[0-9A-Za-z_]{22,255}",
        joined("github", "_pat_", noise(22), "_", noise(59)),
    ),
    (
        "gitlab-token",
        "gitlab-token",
        (
            "glpat-",
            "gldt-",
            "glrt",
            "glcbt-",
            "glptt-",
            "glft-",
            "glimt-",
            "glagent-",
            "glsoat-",
            "gloas-",
            "glffct-",
        ),
        r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[0-9A-Za-z_.-]{20,}",
        joined("gl", "pat-", noise(20)),
    ),
    (
        "slack-token",
        "slack-token",
        ("xox", "xapp-"),
        r"(?:xox[abcdeoprs]-[0-9A-Za-z.-]{10,}|xapp-[0-9]-[0-9A-Z]+-[0-9]+-[0-9a-z]+)",
        joined("xo", "xb-", "993620301481-", noise(24)),
    ),
    (
        "slack-webhook",
        "slack-token",
        ("hooks.slack",),
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[0-9A-Za-z+/_-]{20,}",
        joined("hooks.sl", "ack.com/services/T0", noise(8), "/B0", noise(8), "/", noise(24)),
    ),
    (
        "stripe-key",
        "vendor-token",
        ("sk_", "rk_", "whsec_"),
        r"(?:[sr]k_(?:live|test|prod)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/]{24,}=*)",
        joined("sk", "_live_", noise(40)),
    ),
    (
        "sk-key",
        "vendor-token",
        ("sk-",),
        r"sk-(?:proj-|svcacct-|admin-|ant-[a-z]+[0-9]+-|or-v1-|lf-)?[0-9A-Za-z_-]{20,}",
        joined("sk", "-proj-", noise(48)),
    ),
    (
        "google-api-key",
        "vendor-token",
        ("aiza",),
        r"AIza[0-9A-Za-z_-]{33,}",
        joined("AI", "za", noise(35)),
    ),
    (
        "google-oauth",
        "vendor-token",
        ("gocspx-", "ya29.", "1//0"),
        r"(?:GOCSPX-[0-9A-Za-z_-]{20,}|ya29\.[0-9A-Za-z_-]{20,}|1//0[0-9A-Za-z_-]{40,})",
        joined("GOC", "SPX-", noise(28)),
    ),
    ("npm-token", "vendor-token", ("npm_",), r"npm_[0-9A-Za-z]{36}", joined("np", "m_", noise(36))),
    (
        "pypi-token",
        "vendor-token",
        ("pypi-",),
        r"pypi-Ag[0-9A-Za-z_-]{40,}",
        joined("py", "pi-AgEI", noise(80)),
    ),
    (
        "sendgrid-key",
        "vendor-token",
        ("sg.",),
        r"SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{16,64}",
        joined("S", "G.", noise(22), ".", noise(43)),
    ),
    (
        "mailgun-key",
        "vendor-token",
        ("key-",),
        r"key-[0-9a-f]{32}",
        joined("ke", "y-", noise(32, HEX)),
    ),
    (
        "mailchimp-key",
        "vendor-token",
        ("-us",),
        r"[0-9a-f]{32}-us[0-9]{1,2}",
        joined(noise(32, HEX), "-us", "12"),
    ),
    ("twilio-key", "vendor-token", (), r"SK[0-9a-f]{32}", joined("S", "K", noise(32, HEX))),
    (
        "telegram-bot",
        "vendor-token",
        (":aa",),
        r"[0-9]{8,10}:AA[0-9A-Za-z_-]{32,}",
        joined("7138204965", ":AA", noise(33)),
    ),
    (
        "discord-bot",
        "vendor-token",
        (),
        r"[MNO][0-9A-Za-z_-]{23,27}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27,40}",
        joined("MT", noise(24), ".", noise(6), ".", noise(38)),
    ),
    (
        "discord-webhook",
        "vendor-token",
        ("/api/webhooks/",),
        r"discord(?:app)?\.com/api/webhooks/[0-9]+/[0-9A-Za-z_-]{30,}",
        joined("dis", "cord.com/api/webhooks/8123/", noise(60)),
    ),
    ("huggingface", "vendor-token", ("hf_",), r"hf_[0-9A-Za-z]{30,}", joined("h", "f_", noise(34))),
    (
        "digitalocean",
        "vendor-token",
        ("_v1_",),
        r"do[opr]_v1_[0-9a-f]{64}",
        joined("do", "p_v1_", noise(64, HEX)),
    ),
    (
        "shopify",
        "vendor-token",
        ("shp",),
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        joined("sh", "pat_", noise(32, HEX)),
    ),
    (
        "linear",
        "vendor-token",
        ("lin_",),
        r"lin_(?:api|oauth)_[0-9A-Za-z]{32,}",
        joined("li", "n_api_", noise(40)),
    ),
    (
        "notion",
        "vendor-token",
        ("secret_", "ntn_"),
        r"(?:secret|ntn)_[0-9A-Za-z]{40,}",
        joined("nt", "n_", noise(46)),
    ),
    (
        "azure-ad-secret",
        "vendor-token",
        ("q~",),
        r"[0-9A-Za-z_~.-]{3}[0-9]Q~[0-9A-Za-z_~.-]{31,34}",
        joined("aB3", "8Q", "~", noise(34)),
    ),
    (
        "hashicorp-vault",
        "vendor-token",
        ("hvs.", "hvb.", "hvr.", ".atlasv1."),
        r"(?:hv[sbr]\.[0-9A-Za-z_-]{20,}|[0-9A-Za-z]{14}\.atlasv1\.[0-9A-Za-z_=-]{60,})",
        joined("hv", "s.", noise(90)),
    ),
    (
        "databricks",
        "vendor-token",
        ("dapi",),
        r"dapi[0-9a-f]{32}(?:-[0-9])?",
        joined("da", "pi", noise(32, HEX)),
    ),
    (
        "docker-hub",
        "vendor-token",
        ("dckr_",),
        r"dckr_[po]at_[0-9A-Za-z_-]{20,}",
        joined("dck", "r_pat_", noise(27)),
    ),
    (
        "pulumi",
        "vendor-token",
        ("pul-",),
        r"pul-[0-9a-f]{40}",
        joined("pu", "l-", noise(40, HEX)),
    ),
    (
        "tailscale",
        "vendor-token",
        ("tskey-",),
        r"tskey-[a-z]+-[0-9A-Za-z_-]{10,}",
        joined("ts", "key-auth-", noise(12), "-", noise(32)),
    ),
    (
        "model-vendors",
        "vendor-token",
        ("gsk_", "r8_", "pplx-", "xai-"),
        r"(?:gsk_|r8_|pplx-|xai-)[0-9A-Za-z]{30,}",
        joined("gs", "k_", noise(52)),
    ),
    (
        "figma",
        "vendor-token",
        ("figd_", "figo_", "figr_"),
        r"fig[dor]_[0-9A-Za-z_-]{30,}",
        joined("fi", "gd_", noise(40)),
    ),
    (
        "sentry",
        "vendor-token",
        ("sntry",),
        r"sntry[su]_[0-9A-Za-z+/=_-]{40,}",
        joined("sn", "tryu_", noise(64, HEX)),
    ),
    (
        "grafana",
        "vendor-token",
        ("glsa_", "glc_"),
        r"(?:glsa_[0-9A-Za-z]{32}_[0-9A-Fa-f]{8}|glc_[0-9A-Za-z+/]{32,}=*)",
        joined("gl", "sa_", noise(32), "_", noise(8, HEX)),
    ),
    (
        "airtable",
        "vendor-token",
        (),
        r"pat[0-9A-Za-z]{14}\.[0-9a-f]{64}",
        joined("pa", "t", noise(14), ".", noise(64, HEX)),
    ),
    (
        "atlassian",
        "vendor-token",
        ("atatt3",),
        r"ATATT3[0-9A-Za-z_=-]{50,}",
        joined("ATA", "TT3", noise(180)),
    ),
    (
        "postman",
        "vendor-token",
        ("pmak-",),
        r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
        joined("PM", "AK-", noise(24, HEX), "-", noise(34, HEX)),
    ),
    (
        "new-relic",
        "vendor-token",
        ("nrak-",),
        r"NRAK-[0-9A-Z]{27}",
        joined("NR", "AK-", noise(27, UPPER)),
    ),
    (
        "heroku",
        "vendor-token",
        ("hrku-",),
        r"HRKU-[0-9A-Za-z_-]{36,}",
        joined("HR", "KU-AA", noise(58)),
    ),
    (
        "square",
        "vendor-token",
        ("sq0",),
        r"sq0[a-z]{3}-[0-9A-Za-z_-]{22,}",
        joined("sq", "0csp-", noise(43)),
    ),
    (
        "supabase",
        "vendor-token",
        ("sbp_",),
        r"sbp_[0-9a-f]{40}",
        joined("sb", "p_", noise(40, HEX)),
    ),
    (
        "planetscale",
        "vendor-token",
        ("pscale_",),
        r"pscale_(?:tkn|pw|oauth)_[0-9A-Za-z_=.-]{30,}",
        joined("psc", "ale_tkn_", noise(43)),
    ),
    (
        "rubygems",
        "vendor-token",
        ("rubygems_",),
        r"rubygems_[0-9a-f]{48}",
        joined("ruby", "gems_", noise(48, HEX)),
    ),
)


def _rule(row: _Row) -> Rule:
    name, class_, keywords, pattern, key = row
    return Rule(
        id=name,
        class_=class_,
        tier=Tier.SECRET,
        keywords=keywords,
        pattern=f"{_LEFT}({pattern})",
        check="key_material",
        examples=(f"the key is {key} for now", f'X="{key}"', f"| {key} |", f"klíč:{key}"),
        counter_examples=(key[:6] + "x" * (len(key) - 6), f"Q{key}"),
    )


VENDOR_RULES: tuple[Rule, ...] = tuple(_rule(row) for row in _ROWS)
