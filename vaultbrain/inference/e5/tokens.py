"""Text to the model's tokens: the tokenizer of XLM-RoBERTa, run by sentencepiece.

The `tokenizers` library gives the same tokens, but takes 0.6 s and 286 MB to load these 250,000
pieces, where sentencepiece takes 0.3 s and 49 MB and splits five times as fast
(`benchmarks/embedding.py` prints both).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sentencepiece

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultbrain.inference.e5.weights import Vocabulary


class Tokenizer:
    """Splits text into pieces. Any number of threads may share one."""

    def __init__(self, model: bytes, replacements: Mapping[int, str]) -> None:
        """Load what `build` made.

        Args:
            model: the serialised model.
            replacements: code points and what stands for them, the model's normalization.
        """
        self._processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        self._replacements = replacements
        self._unknown = self._processor.unk_id()

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The token ids of each text, without any that mark its beginning and end."""
        plain = [text.translate(self._replacements) for text in texts]
        found: list[list[int]] = self._processor.encode(plain, num_threads=1)
        return [
            self._spread(text, ids) if self._unknown in ids else ids
            for text, ids in zip(plain, found, strict=True)
        ]

    def _spread(self, text: str, ids: list[int]) -> list[int]:
        """One unknown token for each unknown character, as the model's own engine counts.

        sentencepiece makes one of a run of them, so that "🟥🟧🟨" would be as long as "🟥".
        """
        pieces: list[str] = self._processor.encode(text, out_type=str)
        spread = []
        for token, piece in zip(ids, pieces, strict=True):
            spread.extend([token] * (len(piece) if token == self._unknown else 1))
        return spread


def build(vocabulary: Vocabulary) -> bytes:
    """Make a sentencepiece model of the pieces; its normalization is left to `Tokenizer`."""
    # protobuf is slow to import, and only who builds needs it.
    from sentencepiece import sentencepiece_model_pb2  # noqa: PLC0415

    schema: Any = sentencepiece_model_pb2  # made at run time: nothing in it has a type
    model = schema.ModelProto()
    types = schema.ModelProto.SentencePiece.Type
    for piece, score in zip(vocabulary.pieces, map(float, vocabulary.scores), strict=True):
        model.pieces.add(piece=piece, score=score, type=types.NORMAL)
    model.pieces[vocabulary.unknown].type = types.UNKNOWN
    trainer, normalizer = model.trainer_spec, model.normalizer_spec
    trainer.model_type = schema.TrainerSpec.UNIGRAM
    trainer.unk_id, trainer.unk_piece = vocabulary.unknown, vocabulary.pieces[vocabulary.unknown]
    trainer.bos_id = trainer.eos_id = trainer.pad_id = -1
    normalizer.name = "identity"
    normalizer.add_dummy_prefix = True
    normalizer.remove_extra_whitespaces = True
    normalizer.escape_whitespaces = True
    serialized: bytes = model.SerializeToString()
    return serialized
