"""Tokens of forges, build services, package registries and developers' tools."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.rows import GUID, Key, after_sign, key_rules, labelled_rule

_NAMES = """
gitea forgejo codeberg bitbucket sourcehut gogs gitee travis travisci circleci drone_ci appveyor
codefresh codeship bitrise jenkins teamcity woodpecker codecov codacy coveralls code_climate
sonarqube sonarcloud sonar snyk semgrep veracode checkmarx stackhawk artifactory jfrog sonatype
ossrh chocolatey cratesio crates.io hex.pm npmjs docker_hub anaconda cocoapods gradle nuget
browserstack sauce_labs lambdatest percy_token applitools cypress chromatic_project bugherd
expo_token app_center testflight fastlane crowdin lokalise transifex phraseapp launchdarkly
optimizely flagsmith growthbook rapidapi swaggerhub stoplight hasura apollo_graph dependency_track
defectdojo gitguardian particle_io codesandbox stackblitz replit wakatime gitter greptile
"""

_KEYS = (
    Key(
        "github-token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
        r"gh[pousr]_[0-9A-Za-z_]{30,}",
        "ghp_{k36}",
        class_="github-token",
    ),
    Key(
        "github-fine-grained",
        ("github_pat_",),
        r"github_pat_[0-9A-Za-z_]{22,}",
        "github_pat_{k22}_{k59}",
        class_="github-token",
    ),
    Key(
        "gitlab-token",
        (
            *("glpat-", "gldt-", "glrt", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-"),
            *("glsoat-", "gloas-", "glffct-", "glwt-", "gr1348941", "_gitlab_session="),
        ),
        r"(?:gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|oas|ffct|wt)-"
        r"[0-9A-Za-z_=-]{20,}(?:\.[0-9A-Za-z_=-]{2,})*"
        r"|GR1348941[0-9A-Za-z_-]{20,}|_gitlab_session=[0-9a-z]{32,})",
        "glpat-{k20}",
        class_="gitlab-token",
    ),
    Key(
        "gitlab-mail-token",
        ("incoming+",),
        r"[0-9a-z]{20,26}",
        "{l25}",
        class_="gitlab-token",
        label="incoming+team-notes-12345678-",
        before=r"incoming\+[0-9A-Za-z_./-]{0,80}-",
    ),
    Key(
        "atlassian",
        ("atatt3", "atctt3", "atatt", "atbb", "atstt3", "atoat3"),
        r"(?:AT(?:ATT|CTT|STT|OAT)3?[0-9A-Za-z_=-]{50,}|ATBB[0-9A-Za-z_=.-]{24,})",
        "ATATT3{k180}",
    ),
    Key("bitbucket-server", ("bbdc-",), r"BBDC-[0-9A-Za-z+/@_-]{36,}", "BBDC-{k40}"),
    Key("gitea", ("gta_", "gto_"), r"gt[ao]_[0-9a-z]{32,}", "gta_{h40}"),
    Key(
        "sourcegraph",
        ("sgp_", "slk_", "sgd_"),
        r"(?:sgp_(?:[0-9A-Fa-f]{16}_|local_)?[0-9A-Za-z]{40,}|s(?:lk|gd)_[0-9A-Fa-f]{40,})",
        "sgp_{h40}",
    ),
    Key(
        "circleci",
        ("ccipat_", "cciprj_"),
        r"CCIP(?:AT|RJ)_[0-9A-Za-z]{20,}_[0-9A-Za-z]{40,}",
        "CCIPAT_{k22}_{h40}",
    ),
    Key(
        "buildkite",
        ("bkua_", "bkct_", "bkaj_", "bkpat_", "bkpt_"),
        r"bk(?:ua|ct|aj|pa?t)_[0-9A-Za-z_-]{32,}",
        "bkua_{h40}",
    ),
    Key("bitrise", ("bitpat",), r"bitpat_[0-9A-Za-z_-]{32,}", "bitpat_{k40}"),
    Key(
        "jfrog",
        ("akcp", "cmvmd"),
        r"(?:AKCp[0-9A-Za-z]{54,}|cmVmd[0-9A-Za-z]{50,})",
        "AKCp{k69}",
    ),
    Key("npm-token", ("npm_",), r"npm_[0-9A-Za-z]{36,}", "npm_{k36}"),
    Key(
        "npmrc",
        ("_authtoken", "_auth="),
        r"[0-9A-Za-z+/=_.-]{20,}",
        "{k40}",
        label="//r.host/:_authToken=",
        before=r"_auth(?:Token)?\s?=\s?[\"']?",
    ),
    Key("pypi-token", ("pypi-",), r"pypi-Ag[0-9A-Za-z_-]{40,}", "pypi-AgEI{k80}"),
    Key("uv-registry", ("sk-pyx",), r"sk-pyx-(?:key-)?[0-9A-Za-z_-]{20,}", "sk-pyx-key-{k40}"),
    Key("rubygems", ("rubygems_",), r"rubygems_[0-9a-f]{48,}", "rubygems_{h48}"),
    Key("crates", after_sign("cio"), r"cio[0-9A-Za-z]{32}", "cio{k32}", tight=True),
    Key("nuget", ("oy2",), r"oy2[0-9a-z]{43}", "oy2{l43}", tight=True),
    Key(
        "packagist",
        ("packagist_",),
        r"packagist_(?:[aou][a-z]{1,3})_[0-9a-f]{28,}",
        "packagist_ort_{h68}",
    ),
    Key("clojars", ("clojars_",), r"(?i:clojars)_[0-9A-Za-z]{50,}", "CLOJARS_{h60}"),
    Key("docker-hub", ("dckr_",), r"dckr_[po]at_[0-9A-Za-z_-]{20,}", "dckr_pat_{k27}"),
    Key("cloudsmith", ("csa_",), r"csa_[0-9A-Za-z]{36,}", "csa_{k36}", tight=True),
    Key(
        "jetbrains",
        ("perm:", "perm-"),
        r"perm[:-][0-9A-Za-z+/_-]{4,}={0,2}\.[0-9A-Za-z+/_-]{4,}={0,2}\.[0-9A-Za-z]{20,}",
        "perm-{k12}.{k16}==.{k30}",
    ),
    Key(
        "teamcity",
        ("eyj0exaioiaivenwmij9",),
        r"eyJ0eXAiOiAiVENWMiJ9\.[0-9A-Za-z_-]{30,}\.[0-9A-Za-z_-]{30,}={0,2}",
        "eyJ0eXAiOiAiVENWMiJ9.{k36}.{k48}",
    ),
    Key(
        "jenkins",
        ("jenkins",),
        r"(?:11)?[0-9a-f]{32,64}",
        "{h64}",
        label="Jenkins-Crumb: ",
        before=r"(?i:jenkins[0-9a-z_. -]{0,20}(?:crumb|token|key))[^0-9A-Za-z\n]{1,6}",
    ),
    Key("octopus-deploy", after_sign("api-"), r"API-[0-9A-Z]{25,}", "API-{u26}", tight=True),
    Key(
        "harness",
        after_sign("pat.", "sat."),
        r"[ps]at\.[0-9A-Za-z_-]{22}\.[0-9a-f]{24}\.[0-9A-Za-z]{20,}",
        "pat.{k22}.{h24}.{k20}",
        tight=True,
    ),
    Key("sonar", ("squ_", "sqp_", "sqa_"), r"sq[upa]_[0-9a-f]{40,}", "squ_{h40}"),
    Key("socket-dev", ("sktsec_",), r"sktsec_[0-9A-Za-z_-]{30,}(?:_api)?", "sktsec_{k44}_api"),
    Key("aikido", ("aik_",), r"AIK_(?:CI|SECRET)_[0-9A-Za-z]{20,}", "AIK_SECRET_{k64}"),
    Key("endor", ("endr+",), r"endr\+[0-9A-Za-z-]{16,}", "endr+{k16}"),
    Key("ionic", after_sign("ion_"), r"ion_[0-9A-Za-z]{42,}", "ion_{k42}", tight=True),
    Key(
        "scalr",
        after_sign("at-"),
        r"at-[0-9a-z]{24,}\.[0-9A-Za-z_-]{30,}",
        "at-{l24}.{k40}",
        tight=True,
    ),
    Key("deno", ("ddp_", "ddo_", "ddw_"), r"dd[pow]_[0-9A-Za-z]{36,}", "ddp_{k36}"),
    Key("val-town", ("vtwn_",), r"vtwn_[0-9A-Za-z]{16,}", "vtwn_{k28}"),
    Key("jsr", ("jsrp_", "jsrd_"), r"jsr[pd]_[0-9A-Za-z]{40,}", "jsrp_{k64}"),
    Key(
        "gitpod",
        ("gitpod_pat_",),
        r"gitpod_pat_[0-9A-Za-z._-]{24,}[0-9A-Za-z]",
        "gitpod_pat_{k48}",
    ),
    Key("depot", ("depot_",), r"depot_(?:project|org|user)_[0-9a-f]{40,}", "depot_project_{h64}"),
    Key("namespace", ("nsct_", "nsrt_"), r"ns[cr]t_[0-9A-Za-z_.-]{30,}[0-9A-Za-z]", "nsct_{k48}"),
    Key("readme", ("rdme_",), r"rdme_[0-9a-z]{60,}", "rdme_{l70}"),
    Key("gitbook", ("gb_api_",), r"gb_api_[0-9A-Za-z]{30,}", "gb_api_{k40}"),
    Key(
        "postman",
        ("pmak-", "pmat-"),
        r"PM(?:AK-[0-9A-Fa-f]{24}-[0-9A-Fa-f]{34,}|AT-[0-9A-Za-z]{24,})",
        "PMAK-{h24}-{h34}",
    ),
    Key("kong", ("kpat_", "spat_"), r"[ks]pat_[0-9A-Za-z]{40,}", "kpat_{k49}"),
    Key("zuplo", ("zpka_",), r"zpka_[0-9a-z]{30,}_[0-9a-f]{8}", "zpka_{l32}_{h8}"),
    Key("unkey", ("unkey_",), r"unkey_[0-9A-Za-z]{20,}", "unkey_{k22}"),
    Key(
        "apollo-graph",
        ("apollo", "user:gh.", "user:fh."),
        r"(?:service:[0-9A-Za-z_-]{2,64}:[0-9A-Za-z_-]{20,}"
        r"|user:[fg][ha]\.[0-9A-Za-z._-]{4,80}:[0-9A-Za-z_-]{20,})",
        "service:notes:{k22}",
        label="APOLLO_KEY=",
    ),
    Key("prefect", ("pnu_", "pnb_"), r"pn[ub]_[0-9A-Za-z]{36,}", "pnu_{k36}"),
    Key(
        "dagster",
        ("dagster",),
        r"(?:agent|user):[0-9a-z-]{2,40}:[0-9a-f]{32,}",
        "agent:notes:{h32}",
        label="DAGSTER_CLOUD_AGENT_TOKEN=",
    ),
    Key(
        "cursor",
        after_sign("key_", "crsr_"),
        r"(?:key|crsr)_[0-9a-f]{28,}",
        "key_{h64}",
        tight=True,
    ),
    Key(
        "devin",
        ("apk_", "cog_"),
        r"(?:apk_(?:user_)?[0-9A-Za-z+/]{80,}={0,2}|cog_[0-9a-z]{52})",
        "apk_{k90}",
    ),
    Key(
        "mergify",
        ("mergify_",),
        r"mergify_[a-z_]{4,40}_[0-9A-Za-z_-]{30,}",
        "mergify_application_key_{k44}",
    ),
    Key("coderabbit", after_sign("cr-"), r"cr-[0-9a-f]{40,}", "cr-{h58}", tight=True),
    Key("graphite", after_sign("gt_"), r"gt_[0-9A-Za-z]{40,}", "gt_{k44}", tight=True),
    Key("lambdatest", after_sign("lt_"), r"LT_[0-9A-Za-z]{40,}", "LT_{k48}", tight=True),
    Key(
        "launchdarkly",
        after_sign("sdk-", "mob-", "api-"),
        r"(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        f"sdk-{GUID}",
        tight=True,
    ),
    Key(
        "statsig",
        after_sign("secret-", "console-"),
        r"(?:secret|console)-[0-9A-Za-z]{40,}",
        "secret-{k43}",
        tight=True,
    ),
    Key("devcycle", ("dvc_server_",), r"dvc_server_[0-9A-Za-z_]{8,}", "dvc_server_{k16}"),
    Key(
        "unleash",
        ("unleash_", "unleash-", "unleash api", "unleash token"),
        r"[0-9a-z*_-]{1,30}:[a-z]{3,20}\.[0-9a-f]{48,}",
        "*:production.{h56}",
        label="UNLEASH_API_TOKEN=",
        before=r"(?:^|[^0-9A-Za-z_-])",
    ),
    Key(
        "configcat",
        ("configcat",),
        r"(?:configcat-sdk-1/)?[0-9A-Za-z_-]{22}/[0-9A-Za-z_-]{22}",
        "configcat-sdk-1/{k22}/{k22}",
        before=r"(?:^|[^0-9A-Za-z])(?:(?i:configcat)[\s\w.-]{0,24}[=:>|,\s\"'`]{1,8})?",
    ),
)

CODE_RULES = (*key_rules(_KEYS), labelled_rule("code-vendor-key", _NAMES))
