"""Keys of monitoring, analytics, content, office, home and other services."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.rows import GUID, Key, after_sign, key_rules, labelled_rule

_NAMES = """
datadog dd_api dd_app newrelic new_relic sumologic sumo_logic splunk sentry logz.io logzio loggly
papertrail logdna honeycomb rollbar bugsnag airbrake raygun pagerduty opsgenie victorops statuspage
uptimerobot uptime_robot pingdom betterstack grafana zabbix dynatrace instana appdynamics scout_apm
amplitude mixpanel plausible_api posthog fullstory hotjar baremetrics chartmogul profitwell algolia
meilisearch typesense elasticsearch kibana mapbox tomtom openweather openweathermap pyowm
weatherapi weatherstack accuweather tomorrow.io windy_api opencage positionstack locationiq ipstack
ipinfo ipdata ipgeolocation abuseipdb virustotal shodan censys greynoise urlscan haveibeenpwned
securitytrails alienvault nasa_api data.gov airtable asana trello hubspot dropbox mux_token
mux_access mux_secret clickup monday.com wrike smartsheet jira confluence todoist toggl_api
toggl_track toggl_token clockify readwise raindrop.io pocket_api notion_api evernote pipedrive
freshworks calendly eventbrite docusign pandadoc contentful storyblok prismic strapi directus
hygraph datocms wordpress webflow cloudinary imgix uploadcare filestack unsplash pexels pixabay
giphy tenor_api flickr vimeo youtube spotify lastfm last.fm deezer soundcloud strava fitbit garmin
withings twitch twitter reddit linkedin facebook fb_api fb_app fb_secret instagram tiktok pinterest
tumblr disqus deviantart bitly rebrandly tinypng okta auth0 onelogin jumpcloud duo_security
recaptcha hcaptcha turnstile_secret home_assistant philips_hue hue_bridge tuya shelly blynk sonarr
radarr lidarr prowlarr jellyfin emby_api plex_token overseerr tautulli sabnzbd nzbget immich
paperless synology qnap unifi_api unifi_controller unifi_key pihole pi-hole adguard portainer grocy
mealie linkding miniflux wallabag freshrss trakt tmdb omdb opensubtitles thetvdb fanart.tv adafruit
thingsboard thingspeak ifttt pushcut bitwarden vaultwarden adobe figma miro_client miro_token
zotero ncbi_api nagios tableau looker segment_write segment_api clearbit fullcontact apollo_api
apollo.io lemlist instantly_api instantly.ai clay_api zapier zoho workato pipedream jotform
surveymonkey mapquest what3words goodreads steam_api steam_web steamgriddb riot_api bungie
battle.net wiz_client wiz_api sslmate
"""

_WORK = (
    Key("linear", ("lin_",), r"lin_(?:api|oauth|wh)_[0-9A-Za-z]{32,}", "lin_api_{k40}"),
    Key("notion", ("secret_", "ntn_"), r"(?:secret|ntn)_[0-9A-Za-z]{40,}", "ntn_{k46}"),
    Key(
        "asana",
        ("1/1", "2/1"),
        r"[12]/[0-9]{12,}(?:/[0-9]{12,})?:[0-9a-f]{32}",
        "2/1{d15}/1{d15}:{h32}",
    ),
    Key(
        "trello",
        ("trello", *(f"atta{c}" for c in "0123456789abdef")),
        r"ATTA[0-9a-f]{60,}[0-9A-F]{8}",
        "ATTA{h64}3F9A0C7B",
    ),
    Key("clickup", after_sign("pk_"), r"pk_[0-9]{5,9}_[0-9A-Z]{30,}", "pk_{d8}_{u32}", tight=True),
    Key(
        "figma",
        ("figd_", "figo_", "figr_", "figoh_"),
        r"fig(?:[dor]|oh)[dh]?_[0-9A-Za-z_-]{30,}",
        "figd_{k40}",
    ),
    Key("miro", ("eyjtaxjv",), r"eyJtaXJv[0-9A-Za-z_.-]{24,}[0-9A-Za-z]", "eyJtaXJv{k44}"),
    Key("dropbox", after_sign("sl."), r"sl\.(?:u\.)?[0-9A-Za-z_-]{100,}", "sl.{k136}", tight=True),
    Key(
        "dropbox-long",
        ("aaaaaaaaaa",),
        r"[0-9A-Za-z]{11}AAAAAAAAAA[0-9A-Za-z_-]{43}",
        "{k11}AAAAAAAAAA{k43}",
    ),
    Key("typeform", ("tfp_",), r"tfp_[0-9A-Za-z_.=-]{40,}", "tfp_{k59}"),
    Key("hubspot", ("pat-",), r"pat-(?:na|eu|ap)[0-9]{1,2}-[0-9a-f-]{36}", f"pat-na1-{GUID}"),
    Key("salesforce", ("00d",), r"00D[0-9A-Za-z]{12,15}![0-9A-Za-z._-]{80,}", "00D{k12}!{k96}"),
    Key(
        "close-crm",
        after_sign("api_"),
        r"api_[0-9A-Za-z]{16,}\.[0-9A-Za-z]{16,}",
        "api_{k22}.{k22}",
        tight=True,
    ),
    Key(
        "zoho",
        ("1000.", "1001."),
        r"100[01]\.[0-9a-f]{32}\.[0-9a-f]{32}",
        "1000.{h32}.{h32}",
        tight=True,
    ),
    Key(
        "workato",
        ("wrka",),
        r"wrka[a-z]{1,3}-[0-9A-Za-z_.-]{30,}[0-9A-Za-z]",
        "wrkamc-{k22}.{k22}.{k40}",
    ),
    Key("n8n", ("n8n_api_",), r"n8n_api_[0-9A-Za-z]{32,}", "n8n_api_{k40}"),
    Key("retool", ("retool_",), r"retool_[0-9a-z]{24,}", "retool_{l26}"),
    Key("cal-com", ("cal_live_",), r"cal_(?:live|test)_[0-9a-f]{32,}", "cal_live_{h32}"),
    Key("canva", ("cnvca",), r"cnvca[0-9A-Za-z_-]{50,}", "cnvca{k51}"),
    Key("adobe", ("p8e-",), r"p8e-[0-9A-Za-z_-]{32,}", "p8e-{k32}", tight=True),
    Key("frame-io", ("fio-u-",), r"fio-u-[0-9A-Za-z_=-]{60,}", "fio-u-{k64}"),
    Key("outline", ("ol_api_",), r"ol_api_[0-9A-Za-z]{36,}", "ol_api_{k38}"),
    Key("hypothesis", ("6879-",), r"6879-[0-9A-Za-z_-]{36,}", "6879-{k43}"),
    Key("tableau", ("==:",), r"[0-9A-Za-z+/]{22}==:[0-9A-Za-z]{32}", "{k22}==:{k32}"),
    Key("wakatime", ("waka_",), r"waka_[0-9A-Za-z-]{36,}", f"waka_{GUID}"),
    Key(
        "ebay",
        ("prd-", "sbx-"),
        r"(?:PRD|SBX)-[0-9a-f]{9,12}(?:-[0-9a-f]{4,8}){1,4}",
        "PRD-{h12}-{h4}-{h4}-{h4}-{h4}",
    ),
    Key(
        "settlemint",
        ("sm_aat_", "sm_pat_", "sm_sat_"),
        r"sm_[aps]at_[0-9A-Za-z]{16,}",
        "sm_pat_{k20}",
    ),
    Key(
        "sidekiq",
        ("contribsys",),
        r"[0-9a-f]{8}:[0-9a-f]{8}",
        "{h8}:6b1de07d",
        label="BUNDLE_ENTERPRISE__CONTRIBSYS__COM=",
        before=r"(?i:contribsys(?:__|\.)com)[\s\"'=:]{1,4}",
    ),
    Key("thunderstore", ("tss_",), r"tss_[0-9A-Za-z]{20,}", "tss_{k32}"),
    Key("samsara", ("samsara_api_",), r"samsara_api_[0-9A-Za-z]{28,}", "samsara_api_{k30}"),
)

_CONTENT = (
    Key("contentful", ("cfpat-",), r"CFPAT-[0-9A-Za-z_-]{40,}", "CFPAT-{k43}"),
    Key(
        "sanity", ("sanity",), r"sk[0-9A-Za-z]{78,}", "sk{k150}", label="SANITY_TOKEN=", tight=True
    ),
    Key("builder-io", ("bpk-",), r"bpk-[0-9a-f]{32,}", "bpk-{h32}"),
    Key(
        "imagekit",
        ("imagekit",),
        r"private_[0-9A-Za-z+/]{24,}={0,2}",
        "private_{k27}=",
        label="IMAGEKIT=",
        tight=True,
    ),
    Key("ghost", ("ghost",), r"[0-9a-f]{24}:[0-9a-f]{64}", "{h24}:{h64}", label="Ghost admin key "),
    Key(
        "mapbox",
        ("sk.eyj",),
        r"sk\.eyJ[0-9A-Za-z_-]{40,}\.[0-9A-Za-z_-]{20,}",
        "sk.eyJ1{k60}.{k22}",
    ),
    Key("pinterest", ("pina_",), r"pina_[0-9A-Za-z]{20,}", "pina_{k64}"),
    Key("facebook", ("eaa",), r"EAA[0-9A-Za-z]{90,}", "EAA{k140}", tight=True),
    Key(
        "facebook-app",
        ("facebook", "fb_", "graph."),
        r"[0-9]{13,17}(?:\||%7C)[0-9A-Za-z_-]{24,32}",
        "{d15}|{k27}",
        label="facebook ",
    ),
    Key("instagram", ("igq", "igaa"), r"IG(?:Q[VW]|AA)[0-9A-Za-z_-]{80,}", "IGQV{k140}"),
    Key(
        "linkedin",
        ("wpl_ap1.",),
        r"WPL_AP1\.[0-9A-Za-z]{12,}\.[0-9A-Za-z+/]{4,}={0,2}",
        "WPL_AP1.{k16}.{k8}==",
    ),
    Key(
        "twitter",
        ("aaaaaaaaaa",),
        r"A{20}[0-9A-Za-z%]{50,}",
        "AAAAAAAAAAAAAAAAAAAAAA{k80}",
        tight=True,
    ),
    Key("twitch", ("oauth:",), r"oauth:[0-9a-z]{30}", "oauth:{l30}"),
    Key("lichess", ("lip_",), r"lip_[0-9A-Za-z]{20,}", "lip_{k20}"),
    Key("intra42", ("s-s4t2",), r"s-s4t2(?:ud|af)-[0-9a-f]{64}", "s-s4t2ud-{h64}"),
    Key("maxmind", ("_mmk",), r"[0-9A-Za-z]{6}_[0-9A-Za-z]{29}_mmk", "{k6}_{k29}_mmk"),
)

_OBSERVABILITY = (
    Key("sentry", ("sntry",), r"sntry[suab]_[0-9A-Za-z+/=_-]{40,}", "sntryu_{h64}"),
    Key(
        "grafana",
        ("glsa_", "glc_", "eyjrijoi"),
        r"(?:glsa_[0-9A-Za-z]{32}_[0-9A-Fa-f]{8}|glc_[0-9A-Za-z+/]{32,}={0,2}"
        r"|eyJrIjoi[0-9A-Za-z]{36,}={0,2})",
        "glsa_{k32}_{h8}",
    ),
    Key(
        "new-relic",
        ("nrak-", "nraa-", "nrii-", "nriq-", "nrra-", "nrjs-", "nral", "px-api-", "px-dep-"),
        r"(?:NR(?:A[AK]|RA)-[0-9A-Za-z]{27,}|NRI[IQ]-[0-9A-Za-z_-]{24,}|NRJS-[0-9a-f]{19}"
        r"|[0-9a-z]{6}[0-9a-f]{26,30}NRAL|px-(?:api|dep)-[0-9a-f-]{36})",
        "NRAK-{u27}",
    ),
    Key(
        "honeycomb",
        ("hcaik_", "hcamk_", "hcbik_", "hcxik_"),
        r"hc[a-z](?:ik|mk)_[0-9A-Za-z]{50,}",
        "hcaik_{l58}",
    ),
    Key(
        "dynatrace",
        ("dt0",),
        r"dt0[a-z][0-9]{2}\.[0-9A-Za-z]{8,24}\.[0-9A-Za-z]{60,}",
        "dt0c01.{u24}.{u64}",
    ),
    Key("posthog", ("phx_", "phs_"), r"ph[xs]_[0-9A-Za-z]{32,}", "phx_{k43}"),
    Key("rootly", ("rootly_",), r"rootly_[0-9a-f]{60,}", "rootly_{h64}"),
    Key(
        "fullstory",
        ("fs_api",),
        r"(?:[a-z]{2}[0-9]\.)?[0-9A-Za-z/+]{20,}={0,2}",
        "na1.{k64}",
        label="fs_api_key=",
        before=r"(?i:fs_api\w{0,8})[^0-9A-Za-z\n]{1,6}",
    ),
    Key("axiom", ("xaat-", "xapt-"), r"xa(?:at|pt)-[0-9a-f-]{36}", f"xaat-{GUID}"),
    Key("logfire", ("pylf_",), r"pylf_v[0-9]_(?:[a-z]{2,7}_)?[0-9A-Za-z]{40,}", "pylf_v1_eu_{k43}"),
    Key(
        "healthchecks",
        ("hc-ping.com",),
        r"[0-9A-Za-z_-]{22,}",
        "{k22}",
        label="https://hc-ping.com/",
        before=r"hc-ping\.com/",
    ),
)

_IDENTITY = (
    Key("tailscale", ("tskey-",), r"tskey-[a-z]+-[0-9A-Za-z_-]{10,}", "tskey-auth-{k12}-{k32}"),
    Key("netbird", ("nbp_",), r"nbp_[0-9A-Za-z]{36,}", "nbp_{k36}"),
    Key("defined-networking", ("dnkey-",), r"dnkey-[0-9a-z=_-]{26,}", "dnkey-{l26}-{l52}"),
    Key(
        "ngrok",
        ("ngrok",),
        r"[0-9A-Za-z]{24,30}_[0-9][0-9A-Za-z]{20,}",
        "{k27}_5{k20}",
        label="ngrok authtoken ",
        before=r"(?i:ngrok)[^\n]{0,32}?[^0-9A-Za-z]",
    ),
    Key("okta", ("okta", "ssws"), r"00[0-9A-Za-z_-]{39,40}", "00{k40}", label="SSWS ", tight=True),
    Key(
        "authress",
        ("scauth_", "authress_", *after_sign("sc_", "ext_")),
        r"(?:sc|ext|scauth|authress)_[0-9a-z]{5,30}\.[0-9a-z]{4,6}\.acc[_-][0-9a-z-]{10,32}\.[0-9A-Za-z+/_=-]{30,}",
        "sc_{l10}.{l5}.acc-{l16}.{k60}",
    ),
    Key("svix", ("testsk_",), r"testsk_[0-9A-Za-z_.-]{24,}", "testsk_{k32}"),
    Key("workos", ("workos",), r"sk_[0-9A-Za-z_]{24,}", "sk_{k60}", label="WORKOS_API_KEY="),
)

_HOME = (
    Key(
        "blynk",
        ("oa2-client-id_",),
        r"[0-9A-Za-z_-]{40}",
        "{k40}",
        label="oa2-client-id_k3Vw9QzR7tLm2XbN8sYc4HdP6fGj5Ua1:",
        before=r"oa2-client-id_[0-9A-Za-z_-]{20,}:",
    ),
    Key(
        "thingsboard",
        ("thingsboard.cloud/api",),
        r"[0-9a-z]{20}",
        "{l20}",
        label="https://thingsboard.cloud/api/v1/",
        before=r"thingsboard\.cloud/api/v1/",
    ),
    Key("adafruit-io", ("aio_",), r"aio_[0-9A-Za-z]{28}", "aio_{k28}"),
    Key("portainer", ("ptr_",), r"ptr_[0-9A-Za-z+/]{40,}={0,2}", "ptr_{k43}=", tight=True),
    Key(
        "proxmox",
        ("pveapitoken", "pmgapitoken", "pbsapitoken"),
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        GUID,
        label="PVEAPIToken=root@pam!notes=",
        before=r"(?i:p(?:ve|mg|bs)apitoken)[=:\s][^\s=:]{3,60}[=:]",
    ),
    Key("karakeep", ("ak1_", "ak2_"), r"ak[12]_[0-9a-f]{16,20}_[0-9a-f]{20,}", "ak1_{h20}_{h20}"),
    Key("truenas", ("truenas",), r"[0-9]{1,3}-[0-9A-Za-z]{64}", "1-{k64}", label="TrueNAS: "),
    Key(
        "nextcloud",
        ("nextcloud",),
        r"[0-9A-Za-z]{5}(?:-[0-9A-Za-z]{5}){4}",
        "{k5}-Rt7Lm-9Qzw3-Km2Xb-4Hdpf",
        label="Nextcloud app password: ",
        before=r"(?i:nextcloud)[^\n]{0,40}?[^0-9A-Za-z-]",
    ),
    Key(
        "google-app-password",
        ("app password", "app-password", "heslo aplikace", "heslo pro aplikac"),
        r"[a-z]{4}(?: [a-z]{4}){3}",
        "qzxv kpwt mhbr fjld",
        class_="password",
        label="Gmail app password: ",
        before=r"(?i:app[ -]password|heslo (?:pro )?aplikac\pL{1,2})[^\n]{0,24}?[^0-9A-Za-z]",
        check="spaced_password",
    ),
    Key(
        "apple-app-password",
        ("apple", "icloud", "app-specific", "app password"),
        r"[a-z]{4}(?:-[a-z]{4}){3}",
        "qzxv-kpwt-mhbr-fjld",
        class_="password",
        label="Apple ID: ",
        before=r"(?i:apple|icloud|app-specific|app password)[^\n]{0,40}?[^0-9A-Za-z-]",
        check="spaced_password",
    ),
    Key(
        "plex",
        ("plex-token", "plex_token", "plextoken", "plex token"),
        r"[0-9A-Za-z_-]{20}",
        "{k20}",
        label="X-Plex-Token=",
        before=r"(?i:plex[ _-]?token)[^0-9A-Za-z\n]{1,6}",
    ),
)

TOOL_RULES = (
    *key_rules(_WORK + _CONTENT + _OBSERVABILITY + _IDENTITY + _HOME),
    labelled_rule("tool-vendor-key", _NAMES),
)
