"""Keys of payments, banks, shops, invoices and exchanges."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.rows import GUID, Key, after_sign, key_rules, labelled_rule

_NAMES = """
stripe paypal braintree adyen plaid razorpay paystack klarna gocardless go_cardless mollie worldpay
authorize.net checkout.com gopay comgate thepay payu przelewy24 tpay paysera fio_bank fio_banka
fio_token fio_api idoklad fakturoid superfaktura pohoda_api flexibee abra_flexi shoptet upgates
heureka packeta zasilkovna zásilkovna sklik balikobot woocommerce bigcommerce magento prestashop
shopify squarespace etsy ebay amazon_mws lemon_squeezy gumroad chargebee recurly paddle_api
quickbooks xero freshbooks freeagent coinbase binance bitfinex bitstamp bittrex bybit kucoin okx
kraken_api kraken_private
kraken_priv coinmarketcap coingecko etherscan bscscan infura alchemy_api alchemy_key
moralis quicknode blockfrost opensea polymarket alpha_vantage finnhub polygon.io tiingo quandl
iexcloud twelvedata finicity yodlee truelayer nordigen revolut easypost shippo lob_api lob_key
shipstation aftership sendcloud taxjar avalara nytimes new_york_times openexchangerates
currencylayer exchangerate checkout_secret
"""

_KEYS = (
    Key(
        "stripe-key",
        ("k_live_", "k_test_", "k_prod_", "k_org_", "whsec_"),
        r"(?:[sr]k_(?:live|test|prod|org)_[0-9A-Za-z_]{10,}|whsec_[0-9A-Za-z+/]{24,}=*)",
        "sk_live_{k40}",
    ),
    Key(
        "square",
        ("sq0", "eaaa"),
        r"(?:sq0[a-z]{3}-[0-9A-Za-z_-]{22,}|EAAA[0-9A-Za-z+_=-]{56,})",
        "sq0csp-{k43}",
    ),
    Key(
        "braintree",
        ("access_token$", "$aact_"),
        r"(?:access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"
        r"|\$aact_[0-9A-Za-z_]{0,8}[0-9A-Za-z:+/=-]{40,})",
        "access_token$production${l16}${h32}",
    ),
    Key("adyen", ("aqe",), r"AQE[0-9A-Za-z]{2,}[0-9A-Za-z+/=_.-]{60,}", "AQEy{k120}", tight=True),
    Key(
        "plaid",
        ("access-production-", "access-development-", "access-sandbox-"),
        r"access-(?:production|development|sandbox)-[0-9a-f-]{36,}",
        f"access-production-{GUID}",
    ),
    Key("razorpay", ("rzp_",), r"rzp_(?:live|test)_[0-9A-Za-z]{14,}", "rzp_live_{k14}"),
    Key(
        "shopify",
        ("shp",),
        r"shp(?:at|ca|pa|ss|ua|ka)_[0-9A-Fa-f]{32,}",
        "shpat_{h32}",
    ),
    Key(
        "woocommerce",
        after_sign("ck_", "cs_"),
        r"c[ks]_[0-9a-f]{40,}",
        "ck_{h40}",
        tight=True,
    ),
    Key(
        "checkout-com",
        after_sign("sk_"),
        r"sk_(?:sbox_|test_)?(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
        r"|[0-9a-z]{26,31}[a-z*#$=])",
        f"sk_{GUID}",
        tight=True,
    ),
    Key(
        "flutterwave",
        ("flwseck",),
        r"FLWSECK(?:_TEST)?-[0-9A-Za-z]{12,}(?:-X)?",
        "FLWSECK-{h32}-X",
    ),
    Key(
        "live-key",
        after_sign("live_", "sandbox_"),
        r"(?:live|sandbox)_[0-9A-Za-z][0-9A-Za-z=_-]{27,}",
        "live_{k40}",
        tight=True,
    ),
    Key(
        "paddle",
        ("pdl_",),
        r"pdl_(?:live|sdbx)_apikey_[0-9a-z]{20,}_[0-9A-Za-z]{16,}_[0-9A-Za-z]{3}",
        "pdl_live_apikey_{l26}_{k22}_{k3}",
    ),
    Key(
        "polar",
        ("polar_",),
        r"polar_(?:oat|pat|at|rt|cs|whs)_[0-9A-Za-z_-]{18,}",
        "polar_oat_{k40}",
    ),
    Key(
        "xendit",
        ("xnd_",),
        r"xnd_(?:production|development)_[0-9A-Za-z]{40,}",
        "xnd_production_{k60}",
    ),
    Key(
        "midtrans",
        ("mid-server-",),
        r"(?:SB-)?Mid-server-[0-9A-Za-z_-]{18,}",
        "Mid-server-{k24}",
    ),
    Key("omise", ("skey_",), r"skey_(?:test_)?[0-9a-z]{18,}", "skey_{l19}"),
    Key(
        "mercado-pago",
        ("app_usr-",),
        r"APP_USR-[0-9]{10,}-[0-9]{6}-[0-9a-f]{32}-[0-9]+",
        "APP_USR-{d16}-{d6}-{h32}-{d9}",
    ),
    Key(
        "mercury",
        ("mercury_",),
        r"(?:secret-token:)?mercury_[a-z]+_[0-9A-Za-z_-]{20,}",
        "mercury_production_{k60}",
    ),
    Key(
        "ramp",
        ("ramp_",),
        r"ramp_(?:sec|tok|id|business_tok)_[0-9A-Za-z]{40,}",
        "ramp_sec_{k48}",
    ),
    Key("brex", ("bxt_",), r"bxt_[0-9A-Za-z]{30,}", "bxt_{k40}"),
    Key(
        "klarna",
        ("klarna_",),
        r"klarna_(?:live|test)_api_[0-9A-Za-z+/=_-]{40,}",
        "klarna_live_api_{k60}",
    ),
    Key("sumup", ("sup_sk_",), r"sup_sk_[0-9A-Za-z]{28,}", "sup_sk_{k32}"),
    Key(
        "stytch",
        ("secret-live-", "secret-test-"),
        r"secret-(?:live|test)-[0-9A-Za-z_=-]{30,}",
        "secret-live-{k40}=",
    ),
    Key("duffel", ("duffel_",), r"duffel_(?:live|test)_[0-9A-Za-z_=-]{36,}", "duffel_live_{k43}"),
    Key("easypost", ("ezak", "eztk"), r"EZ[AT]K[0-9A-Za-z]{54,}", "EZAK{k54}"),
    Key("shippo", ("shippo_",), r"shippo_(?:live|test)_[0-9A-Fa-f]{40,}", "shippo_live_{h40}"),
    Key(
        "persona",
        ("persona_",),
        r"persona_(?:production|sandbox)_[0-9A-Za-z-]{20,}",
        f"persona_production_{GUID}",
    ),
    Key(
        "onfido",
        ("api_live", "api_sandbox"),
        r"api_(?:live|sandbox)(?:_[a-z]{2})?\.[0-9A-Za-z._-]{20,}[0-9A-Za-z]",
        "api_live.{k11}.{k32}",
    ),
    Key("rainforest-pay", ("apikey_",), r"apikey_[0-9a-f]{64}", "apikey_{h64}"),
    Key("highnote", ("rk_live_", "sk_live_"), r"[sr]k_live_[0-9A-Za-z+/=]{40,}", "rk_live_{k60}"),
    Key(
        "coinbase-cloud",
        ("organizations/",),
        r"organizations/[0-9a-f-]{36}/apiKeys/[0-9a-f-]{36}",
        f"organizations/{GUID}/apiKeys/{GUID}",
    ),
    Key("proof", ("prf_",), r"prf_[0-9A-Za-z]{24,}", "prf_{k28}"),
    Key(
        "fio-bank",
        ("fio.cz/",),
        r"[0-9A-Za-z]{60,}",
        "{k64}",
        label="https://fioapi.fio.cz/v1/rest/last/",
        before=r"fio\.cz/(?:ib_api|v1)/rest/[a-z-]+/",
    ),
    Key(
        "merchant-key",
        ("merchantkey",),
        r"[0-9A-Za-z]{32,}",
        "{u40}",
        label="MerchantKey: ",
        before=r"(?i:merchantkey)[^0-9A-Za-z\n]{1,6}",
    ),
)

PAYMENT_RULES = (*key_rules(_KEYS), labelled_rule("payment-vendor-key", _NAMES))
