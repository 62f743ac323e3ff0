from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.gate.engine import Engine
from vaultbrain.gate.rules.base import joined, noise
from vaultbrain.gate.rules.vendors import VENDOR_RULES
from vaultbrain.gate.rules.vendors.rows import Key, invented, key_rules, labelled_rule

if TYPE_CHECKING:
    from vaultbrain.gate.rules import Rule

ENGINES = {rule.id: Engine((rule,)) for rule in VENDOR_RULES}
GITHUB = joined("gh", "p_", noise(36))


def found(rule: str, text: str) -> list[str]:
    data = text.encode()
    return [data[start:end].decode() for start, end, *_ in ENGINES[rule].spans(data)]


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "old_{}",
        "x={}",
        '"token":"{}"',
        "https://{}@host/team.git",
        "https://host/{}@latest",
        "line\\n{}\\nline",
        "a%3D{}%26b",
        "\\u003d{}",
        "({})",
        "<{}>",
        "**{}**",
        "klíč{}".replace("č", "č "),
        "{}|next cell",
        "{}, and so on.",
        "“{}”",
    ],
)
def test_a_key_is_found_whole_whatever_stands_around_it(text: str) -> None:
    assert found("github-token", text.format(GITHUB)) == [GITHUB]


@pytest.mark.parametrize("text", ["Q{}", "0{}", "ag{}"])
def test_a_key_is_no_part_of_a_longer_word(text: str) -> None:
    assert found("github-token", text.format(GITHUB)) == []


def test_a_tight_prefix_is_no_end_of_another_word() -> None:
    key = joined("re", "_", noise(8), "_", noise(24))
    assert found("resend", f"RESEND={key}") == [key]
    assert found("resend", f"the co{key}") == found("resend", f"store-{key}") == []


def test_two_keys_side_by_side() -> None:
    other = joined("gh", "o_", noise(36))
    assert found("github-token", f"{GITHUB} {other}") == [GITHUB, other]


@pytest.mark.parametrize("rule", VENDOR_RULES, ids=lambda rule: rule.id)
def test_a_key_on_a_line_of_its_own(rule: Rule) -> None:
    text = rule.examples[0].removeprefix("the key is ").removesuffix(" for now")
    for around in ("first\n{}\nlast", "| {} |", "X='{}'", "- `{}`.", "> **{}**"):
        assert found(rule.id, around.format(text))


NAMES = [
    (rule.id, name) for rule in VENDOR_RULES if "vendor-key" in rule.id for name in rule.keywords
]


@pytest.mark.parametrize(("rule", "name"), NAMES)
def test_each_name_makes_a_key_of_what_follows(rule: str, name: str) -> None:
    key = noise(32)
    assert found(rule, f"{name} key: {key}") == [key]
    assert found(rule, f"MY_{name.upper().replace(' ', '_')}_KEY={key}") == [key]
    assert found(rule, f"about {name} and its key: {key[:6]}") == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("github-token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ("sk-key", "sk-1234567890abcdefghijklmnop"),
        ("aws-access-key", joined("AK", "IAIOSFODNN7", "EXAMPLE")),
        ("sk-key", "sk-this-is-a-kebab-case-name-of-a-css-class"),
        ("huggingface", "hf_transferEnabledForEveryDownloadAgain"),
        ("stripe-key", "pk_live_" + noise(40)),
        ("tool-vendor-key", "datadog-agent: registry.host/datadog/agent-7.45.0-full"),
        ("tool-vendor-key", "Grafana: see dashboards/production/overview-2024-01-15"),
        ("cloud-vendor-key", "cloudflare: workers.dev/some-long-path/with/parts"),
        ("code-vendor-key", "jenkins token: getTokenFromTheCredentialsStore"),
        ("google-app-password", "the app password that they will then only show once"),
    ],
)
def test_look_alikes_are_passed(rule: str, text: str) -> None:
    assert found(rule, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Fakturoid klíč: {}",
        "fakturoid API = {}",
        "| Fakturoid | {} |",
        "> **fakturoid**: `{}`",
        "FAKTUROID_SECRET={}",
        "my-fakturoid-token is {}",
        "fakturoidToken: {}",
        "Fakturoid\n- api key: {}",
        '{{"fakturoid": "{}"}}',
    ],
)
def test_a_vendors_name_makes_a_key_of_what_follows(text: str) -> None:
    key = noise(40)
    assert found("payment-vendor-key", text.format(key)) == [key]


def test_an_invented_key_follows_its_template() -> None:
    assert invented("a_{h8}-{d4}{{x}}").startswith("a_")
    assert len(invented("{k36}")) == len(invented("{l36}")) == len(invented("{u36}")) == 36


def test_rows_become_rules() -> None:
    (rule,) = key_rules((Key("x", ("zz_",), r"zz_[0-9a-f]{8,}", "zz_{h16}", class_="api-key"),))
    assert (rule.id, rule.class_, rule.keywords) == ("x", "api-key", ("zz_",))
    named = labelled_rule("y", "acme new_name")
    assert set(named.keywords) == {
        *("acme", "new name", "new_name", "new-name", "new.name", "newname"),
    }


@pytest.mark.parametrize(
    ("rule", "address"),
    [
        ("slack-webhook", f"https://hooks.slack.com/services/T0YI01RQVZ/B0KCQ1CCYW/{noise(24)}"),
        ("discord-webhook", f"https://discord.com/api/webhooks/5529648118/{noise(64)}"),
        ("discord-webhook", f"https://canary.discord.com/api/webhooks/5529648118/{noise(64)}"),
    ],
)
def test_an_address_that_is_a_key_goes_whole(rule: str, address: str) -> None:
    assert found(rule, f"[hook]({address})") == [address]


def test_a_key_without_a_digit() -> None:
    key = joined("hf_tgFNCOIHRvJBWRTmPM", "QjRyxYXCCQiephqZ")
    assert found("huggingface", f"login --token {key}") == [key]
