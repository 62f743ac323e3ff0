"""Functions that cut out answers to security questions, and licence keys."""

from __future__ import annotations

from vaultbrain.gate.checks import tokens

Spans = list[tuple[int, int]]


def grouped_key(block: str) -> Spans:
    """The groups at the end of `Windows key: QZ7RW-…`, with a sign after them or none."""
    end = len(block) if block[-1].isalnum() else len(block) - 1
    start = max(block.rfind(sign, 0, end) for sign in " :=*_`\t") + 1
    start = next(n for n in range(start, end) if block[n].isalnum())
    return [(start, end)]


_TOPICS = (
    "pet", "dog", "cat", "maiden", "school", "teacher", "street", "born", "birth", "city", "town",
    "car", "friend", "nickname", "favorite", "favourite", "hero", "job", "honeymoon", "childhood",
    "pes", "psa", "mazlí", "kočk", "domác", "škol",
    "učitel", "ulic", "naro", "měst", "auto",
        "kamarád", "přezdív", "oblíb", "dětst", "svobodn", "rodné",
    "zvier", "mest", "učiteľ", "obľúb",
    "haustier", "hund", "katze", "schule", "lehrer", "straße", "strasse", "geboren", "stadt", "ort",
    "freund", "spitzname", "lieblings", "mädchen", "animal", "chien", "chat", "école", "rue",
    "né", "née", "ville", "voiture", "ami", "surnom", "préfér", "mascota", "perro", "gato",
    "escuela", "colegio", "calle", "nac", "ciudad", "coche", "amig", "apodo", "favorit", "soltera",
    "zwierz", "kot", "szkoł", "nauczyciel", "ulica", "urodz", "miast", "samoch", "przyjaci",
    "ulubion", "panieńs",
)  # fmt: skip
_TO_ANSWER = (
    "? ",
    "A: ",
    "A. ",
    "O: ",
    "R: ",
    "?: ",
    ": ",
    ":: ",
    " → ",
    " -> ",
    " = ",
    " \u2013 ",
    " - ",
    " | ",
)


def listed_answers(block: str) -> Spans:
    """Answers in a list of security questions: `- first pet: Rex`, or in the line below one."""
    spans: Spans = []
    start = 0
    is_asked = False
    for line in block.split("\n"):
        is_about = _names_a_topic(line)
        ends = [line.find(sign, 2) + len(sign) for sign in _TO_ANSWER if sign in line[2:]]
        if is_about or is_asked:
            bare = line[max(ends) :].strip(" \t|*_`\"'\r") if ends else ""
            is_asked = is_about and (not bare or bare[-1] == "?")
            if bare and not is_asked and tokens.answer(bare):
                first = start + line.rfind(bare)
                spans.append((first, first + len(bare)))
        start += len(line) + 1
    return spans


def _names_a_topic(line: str) -> bool:
    words = line.lower().replace("|", " ").split()
    return any(word.strip("\"'„(¿").startswith(_TOPICS) for word in words)


_ARROWS = ("->", "=>")


def told_answers(block: str) -> Spans:
    """Answers behind arrows in one line: `first pet? → Rex / street? → Elm Lane`."""
    text = block
    for arrow in _ARROWS:
        text = text.replace(arrow, " →")
    spans: Spans = []
    start = 0
    for number, piece in enumerate(text.split("→")):
        told = piece if number else ""
        for sign in ("\n", "/", ";", ",", "|"):
            told = told.partition(sign)[0]
        bare = told.strip(" *_`\"'.\r")
        if bare and tokens.answer(bare):
            first = start + piece.find(bare)
            spans.append((first, first + len(bare)))
        start += len(piece) + 1
    return spans


ANSWER_PARTS = (listed_answers, grouped_key, told_answers)
"""The functions of this module that a rule may name."""
