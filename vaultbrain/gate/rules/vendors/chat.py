"""Tokens of chat, mail, messages and telephony."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.rows import GUID, Key, after_sign, key_rules, labelled_rule

_NAMES = """
discord mattermost rocket.chat rocketchat webex zulip viber wechat dingtalk larksuite twilio authy
vonage nexmo plivo telnyx sinch bandwidth_api messagebird message_bird clicksend textmagic smsapi
gosms bulkgate sendgrid mailgun mailchimp mandrill mailjet postmark sparkpost sendinblue brevo
mailersend mailerlite mailtrap elastic_email smtp2go resend sendpulse getresponse convertkit
activecampaign customer.io customerio klaviyo onesignal pushover pushbullet gotify ntfy pusher
ably_api ably_key pubnub sendbird getstream intercom zendesk freshdesk helpscout tawk.to livechat
ringcentral aircall dialpad daktela ecomail smartemailing nylas mailboxlayer zerobounce hunter.io
hunter_api beamer zoom_api zoom_client zoom_secret line_notify smartlook
"""

_KEYS = (
    Key(
        "slack-token",
        ("xox", "xapp-", "xwfp-"),
        r"(?:xox[a-z](?:[.-][0-9A-Za-z%]+){1,6}[0-9A-Za-z]{6,}"
        r"|xapp-[0-9]+-[0-9A-Za-z]+-[0-9]+-[0-9A-Za-z]+|xwfp-[0-9A-Za-z-]{24,})",
        "xoxb-993620301481-{k24}",
        class_="slack-token",
    ),
    Key(
        "slack-webhook",
        ("hooks.slack",),
        r"(?:https?://)?hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[0-9A-Za-z+/_-]{20,}",
        "hooks.slack.com/services/T0{k8}/B0{k8}/{k24}",
        class_="slack-token",
    ),
    Key(
        "telegram-bot",
        (":aa",),
        r"[0-9]{8,10}:AA[0-9A-Za-z_-]{32,}",
        "7138204965:AA{k33}",
    ),
    Key(
        "discord-webhook",
        ("/api/webhooks/",),
        r"(?:https?://)?(?:(?:canary|ptb)\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]+/[0-9A-Za-z_-]{30,}",
        "discord.com/api/webhooks/8123/{k60}",
    ),
    Key(
        "pushover",
        ("pushover",),
        r"[agu][0-9a-z]{29}",
        "uqz7rw3kvxn8yct4hdp6fgj5uabcde",
        label="Pushover user ",
        before=r"(?i:pushover)[^\n]{0,24}?[^0-9A-Za-z]",
    ),
    Key(
        "pushover-app",
        ("pushover",),
        r"[ag][0-9a-z]{29}",
        "aqz7rw3kvxn8yct4hdp6fgj5uabcde",
        label="Pushover user: see above, app ",
        before=r"(?i:pushover)[^\n]{0,70}?[ \t](?i:app|api|token|key)[^0-9A-Za-z\n]{1,4}",
    ),
    Key("discord-mfa", ("mfa.",), r"mfa\.[0-9A-Za-z_-]{60,}", "mfa.{k84}"),
    Key(
        "teams-webhook",
        ("webhook.office.com", "outlook.office.com/webhook"),
        r"(?:https?://)?(?:[0-9a-z-]+\.webhook|outlook)\.office\.com/webhook(?:b2)?/[0-9A-Za-z@/-]{60,}",
        f"team.webhook.office.com/webhookb2/{GUID}@{GUID}/IncomingWebhook/{{h32}}/{GUID}",
    ),
    Key(
        "google-chat-webhook",
        ("chat.googleapis.com",),
        r"(?:https?://)?chat\.googleapis\.com/v1/spaces/[0-9A-Za-z_-]+/messages\?[^\s\"'<>)`|]{40,}",
        "chat.googleapis.com/v1/spaces/AAAA/messages?key={k39}&token={k43}",
    ),
    Key(
        "zapier-hook",
        ("hooks.zapier.com", "hook.eu", "hook.us", "maker.ifttt.com"),
        r"(?:https?://)?(?:hooks\.zapier\.com/hooks/catch/[0-9]+/[0-9a-z]{6,}"
        r"|hook\.[a-z0-9]{3,5}\.make\.com/[0-9a-z]{24,}"
        r"|maker\.ifttt\.com/[0-9A-Za-z_/{}-]*with/key/[0-9A-Za-z_-]{20,})",
        "maker.ifttt.com/trigger/door/with/key/{k22}",
    ),
    # No literal of these three is rare, so they run over every text; as one rule, once.
    Key(
        "unmarked-key",
        (),
        r"(?:[MNO][0-9A-Za-z_-]{23,27}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27,40}"
        r"|SK[0-9A-Fa-f]{32}|pat[0-9A-Za-z]{14}\.[0-9a-f]{64})",
        "SK{h32}",
    ),
    Key(
        "sendgrid-key",
        after_sign("sg."),
        r"SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{16,64}",
        "SG.{k22}.{k43}",
    ),
    Key("mailgun-key", after_sign("key-"), r"key-[0-9a-z]{32,}", "key-{h32}", tight=True),
    Key(
        "mailgun-new-key",
        ("mailgun",),
        r"[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}",
        "{h32}-{h8}-{h8}",
        label="MAILGUN_API_KEY=",
    ),
    Key(
        "mailchimp-key",
        tuple(f"-us{n}" for n in range(1, 10)),
        r"[0-9a-f]{32}-us[0-9]{1,2}",
        "{h32}-us12",
    ),
    Key("mandrill", after_sign("md-"), r"md-[0-9A-Za-z_-]{22,}", "md-{k22}", tight=True),
    Key(
        "brevo",
        ("xkeysib-", "xsmtpsib-"),
        r"x(?:key|smtp)sib-[0-9A-Fa-f]{64}-[0-9A-Za-z]{16,}",
        "xkeysib-{h64}-{k16}",
    ),
    Key(
        "resend",
        after_sign("re_"),
        r"re_[0-9A-Za-z]{6,10}_[0-9A-Za-z]{20,}",
        "re_{k8}_{k24}",
        tight=True,
    ),
    Key("courier", ("pk_prod_", "pk_test_"), r"pk_(?:prod|test)_[0-9A-Z]{28}", "pk_prod_{u28}"),
    Key("mailersend", ("mlsn.",), r"mlsn\.[0-9A-Za-z]{24,}", "mlsn.{h64}"),
    Key("klaviyo", after_sign("pk_"), r"pk_[0-9a-f]{34}", "pk_{h34}", tight=True),
    Key("onesignal", ("os_v2_",), r"os_v2_(?:app|org)_[0-9a-z]{90,}", "os_v2_app_{l103}"),
    Key(
        "pushbullet",
        ("pushbullet",),
        r"o\.[0-9A-Za-z]{32}",
        "o.{k32}",
        label="Pushbullet: ",
        tight=True,
    ),
    Key("ntfy", after_sign("tk_"), r"tk_[0-9a-z]{29}", "tk_{l29}", tight=True),
    Key(
        "ably",
        after_sign("ably"),
        r"[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{6}:[0-9A-Za-z_-]{43}",
        "{k6}.{k6}:{k43}",
        label="Ably ",
    ),
    Key(
        "pubnub",
        ("sec-c-",),
        r"sec-c-[0-9A-Za-z+/-]{36,}={0,2}",
        "sec-c-{k48}",
    ),
    Key("telnyx", ("key0",), r"KEY0[0-9A-Za-z]{20,}_[0-9A-Za-z]{20,}", "KEY018{h30}_{k22}"),
    Key("nylas", ("nyk_", "nyk0_"), r"nyk(?:_v0_|0_|_)[0-9A-Za-z]{40,}", "nyk_v0_{k64}"),
    Key(
        "matrix",
        ("syt_", "mct_", "mat_"),
        r"(?:syt_[0-9A-Za-z+/=]{2,}_[0-9A-Za-z]{16,}_[0-9A-Za-z]{6}|m[ca]t_[0-9A-Za-z]{28,}_[0-9A-Za-z]{6})",
        "syt_{k10}_{k20}_{k6}",
    ),
    Key("smtp2go", after_sign("api-"), r"api-[0-9A-Fa-f]{32}", "api-{h32}", tight=True),
    Key("beamer", after_sign("b_"), r"b_[0-9A-Za-z=_-]{44}", "b_{k44}", tight=True),
    Key(
        "lark-secret",
        ("larksuite", "feishu"),
        r"[0-9A-Za-z]{32}",
        "{k32}",
        label="feishu app secret: ",
        before=r"(?i:larksuite|feishu)[\s\pL\pN_.-]{0,24}[=:>|,\s\"'`]{1,8}",
    ),
    Key(
        "zeptomail",
        ("zoho-enczapikey",),
        r"[0-9A-Za-z+/=]{60,}",
        "{k100}",
        label="Zoho-enczapikey ",
        before=r"(?i:zoho-enczapikey)\s{1,3}",
    ),
    Key(
        "notify-key",
        ("gcntfy-",),
        r"gcntfy-[0-9a-z_-]{1,60}-[0-9a-f-]{36,}",
        f"gcntfy-notes-{GUID}-{GUID}",
    ),
)

CHAT_RULES = (*key_rules(_KEYS), labelled_rule("chat-vendor-key", _NAMES))
