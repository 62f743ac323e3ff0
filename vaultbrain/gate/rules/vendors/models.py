"""Keys of vendors of models, of search for models, and of their tools."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.rows import GUID, Key, after_sign, key_rules, labelled_rule

_NAMES = """
openai anthropic claude mistral cohere groq grok xai perplexity deepseek openrouter replicate_api
huggingface hugging_face gemini together_ai fireworks_ai elevenlabs ai21 assemblyai deepgram
speechmatics gladia play.ht stability_ai pinecone weaviate qdrant zilliz langsmith langfuse
langchain wandb weights_and_biases weightsandbiases comet_ml neptune_api exa_ai exa_api exa_key
serpapi serper scrapingbee scraperapi brightdata diffbot tavily jina voyage voyageai minimax
moonshot kimi dashscope qwen zhipu baichuan doubao aleph_alpha clarifai roboflow baseten banana.dev
runpod vast.ai lambdalabs cerebras sambanova hyperbolic novita lepton writer.com nlpcloud eden_ai
deepl_api deepl_key deepl_auth wolfram wolframalpha heygen synthesia midjourney leonardo.ai
ideogram cartesia vapi retell livekit kagi ollama lighton upstage private_ai cloudsight llamaindex
"""

_KEYS = (
    Key(
        "sk-key",
        ("sk-",),
        r"sk-(?:[a-z]{2,10}[0-9]{0,2}-){0,3}[0-9A-Za-z][0-9A-Za-z_-]{19,}",
        "sk-proj-{k48}",
    ),
    Key("openai-session", ("sess-",), r"sess-[0-9A-Za-z]{36,}", "sess-{k40}"),
    Key(
        "model-vendors",
        ("gsk_", "r8_", "pplx-", "xai-"),
        r"(?:gsk_|r8_|pplx-|xai-(?:token-)?)[0-9A-Za-z]{30,}",
        "gsk_{k52}",
    ),
    Key("huggingface", ("hf_", "api_org_"), r"(?:hf|api_org)_[0-9A-Za-z]{30,}", "hf_{k34}"),
    Key("cerebras", ("csk-",), r"csk-[0-9a-z]{40,}", "csk-{l48}"),
    Key("together", ("tgp_v1_",), r"tgp_v1_[0-9A-Za-z_-]{40,}", "tgp_v1_{k43}"),
    Key("fireworks", after_sign("fw_"), r"fw_[0-9A-Za-z]{20,}", "fw_{k24}", tight=True),
    Key(
        "sk-underscore-key",
        after_sign("sk_"),
        r"sk_(?:[a-z]{2,10}_)?[0-9A-Za-z]{32,}",
        "sk_{h48}",
        tight=True,
    ),
    Key("cartesia", ("sk_car_",), r"sk_car_[0-9A-Za-z_-]{20,}", "sk_car_{k22}"),
    Key("pinecone", ("pcsk_",), r"pcsk_[0-9A-Za-z]{4,8}_[0-9A-Za-z]{50,}", "pcsk_{k6}_{k64}"),
    Key(
        "langsmith",
        ("lsv2_", "ls__"),
        r"(?:lsv2_(?:pt|sk)_|ls__)[0-9A-Fa-f]{32,}(?:_[0-9A-Fa-f]{10})?",
        "lsv2_pt_{h32}_{h10}",
    ),
    Key("wandb", ("wandb_v1_",), r"wandb_v1_[0-9A-Za-z_]{60,}", "wandb_v1_{k77}"),
    Key("tavily", ("tvly-",), r"tvly-(?:(?:dev|prod)-)?[0-9A-Za-z_-]{20,}", "tvly-dev-{k32}"),
    Key("brave-search", after_sign("bsa"), r"BSA[0-9A-Za-z_-]{24,32}", "BSA{k28}", tight=True),
    Key("jina", ("jina_",), r"jina_[0-9A-Za-z_-]{50,}", "jina_{k60}"),
    Key(
        "voyage",
        after_sign("pa-", "al-"),
        r"(?:pa|al)-[0-9A-Za-z_-]{40,}",
        "pa-{k43}",
        tight=True,
    ),
    Key("nvidia", ("nvapi-",), r"nvapi-[0-9A-Za-z_-]{60,}", "nvapi-{k64}"),
    Key("llama-cloud", ("llx-",), r"llx-[0-9A-Za-z]{40,}", "llx-{k48}"),
    Key("mem0", after_sign("m0-"), r"m0-[0-9A-Za-z]{30,}", "m0-{k40}", tight=True),
    Key("runpod", ("rpa_",), r"rpa_[0-9A-Za-z]{30,}", "rpa_{u40}", tight=True),
    Key("modal", after_sign("ak-", "as-"), r"a[ks]-[0-9A-Za-z]{22}", "ak-{k22}", tight=True),
    Key("firecrawl", after_sign("fc-"), r"fc-[0-9a-f]{32,}", "fc-{h32}", tight=True),
    Key(
        "apify",
        ("apify_api_", "apify_proxy_"),
        r"apify_(?:api|proxy)_[0-9A-Za-z]{30,}",
        "apify_api_{k36}",
    ),
    Key("browserbase", ("bb_live_",), r"bb_live_[0-9A-Za-z_-]{24,}", "bb_live_{k27}"),
    Key("e2b", ("e2b_",), r"e2b_[0-9a-f]{36,}", "e2b_{h40}"),
    Key("upstage", after_sign("up_"), r"up_[0-9A-Za-z]{28,}", "up_{k30}", tight=True),
    Key("friendli", ("flp_",), r"flp_[0-9A-Za-z]{40,}", "flp_{k46}"),
    Key("anyscale", ("esecret_",), r"esecret_[0-9A-Za-z]{24,}", "esecret_{k28}"),
    Key(
        "lambda-cloud",
        ("secret_",),
        r"secret_[0-9a-z][0-9a-z-]{1,30}_[0-9a-f]{32}\.[0-9A-Za-z]{30,}",
        "secret_notes_{h32}.{k32}",
    ),
    Key(
        "coze", after_sign("pat_", "czs_"), r"(?:pat|czs)_[0-9A-Za-z]{60,}", "pat_{k64}", tight=True
    ),
    Key(
        "dify",
        after_sign("app-", "dataset-"),
        r"(?:app|dataset)-[0-9A-Za-z]{24}",
        "app-{k24}",
        tight=True,
    ),
    Key(
        "fal",
        (
            "fal.ai",
            "fal_key",
            "fal_api",
            "fal-key",
            "fal key",
            "fal api",
            "fal_ai",
            "fal-ai",
            "fal ai",
        ),
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:[0-9a-f]{32}",
        GUID + ":{h32}",
        label="FAL_KEY=",
    ),
    Key(
        "zhipu",
        ("z.ai", "zai", "zhipu", "bigmodel", "glm", "ollama"),
        r"[0-9a-f]{32}\.[0-9A-Za-z_-]{16,24}",
        "{h32}.{k16}",
        label="ZAI_API_KEY=",
    ),
    Key(
        "kagi",
        ("kagi",),
        r"[0-9A-Za-z_-]{11}\.[0-9A-Za-z_-]{40,}",
        "{k11}.{k43}",
        label="KAGI_API_KEY=",
    ),
    Key(
        "deepl-free",
        (":fx",),
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:fx",
        GUID + ":fx",
        check="vendor_code",
        label="DeepL ",
    ),
    Key("turbopuffer", ("tpuf_",), r"tpuf_[0-9A-Za-z]{24,}", "tpuf_{k32}"),
    Key("openpipe", ("opk_", "opk-"), r"opk[_-][0-9A-Za-z]{24,}", "opk_{k40}"),
    Key("nomic", after_sign("nk-"), r"nk-[0-9A-Za-z_-]{40,}", "nk-{k43}", tight=True),
    Key("mixedbread", ("mxb_", "emb_"), r"(?:mxb|emb)_[0-9A-Za-z]{32,}", "mxb_{k40}"),
    Key("luma", ("luma-",), r"luma-[0-9a-f-]{36,}", f"luma-{GUID}-{{h60}}"),
    Key("you-com", ("ydc-",), r"ydc-[0-9A-Za-z]{2,4}-[0-9A-Za-z_-]{30,}", "ydc-sk-{k40}"),
    Key(
        "composio",
        after_sign("comp_", "uak_"),
        r"(?:comp|uak)_[0-9A-Za-z]{32,}",
        "comp_{k40}",
        tight=True,
    ),
    Key("arcjet", ("ajkey_",), r"ajkey_[0-9a-z]{24,}", "ajkey_{l26}"),
)

MODEL_RULES = (*key_rules(_KEYS), labelled_rule("model-vendor-key", _NAMES))
