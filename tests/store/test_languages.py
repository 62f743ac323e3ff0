# ruff: noqa: RUF001 - letters of other scripts look like Latin ones

from __future__ import annotations

import unicodedata

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.store import common_words
from vaultbrain.store.languages import guess

# One sentence as it may stand in a note, in each language.
SAID = {
    "arabic": "هذا الملف لا يعمل إذا تم حذف النسخة من الخادم",
    "armenian": "Այս ֆայլը պետք է պահել մյուս թղթապանակում",
    "basque": "Fitxategi hau ezin da ireki eta ez dago kopiarik",
    "bulgarian": "Този файл не може да се отвори, защото няма копие във сървъра",
    "catalan": "Aquest fitxer no es pot obrir si no hi ha una còpia amb el seu nom",
    "chinese": "这个文件无法打开,因为服务器上没有副本",
    "czech": "Tento soubor nejde otevřít, protože na serveru není jeho kopie",
    "danish": "Denne fil kan ikke åbnes, hvis der ikke findes en kopi af den",
    "dutch": "Dit bestand kan niet worden geopend als er geen kopie van is",
    "english": "This file can not be opened if there is no copy of it",
    "esperanto": "Ĉi tiu dosiero ne estas malfermebla ĉar ĝi ne havas kopion",
    "estonian": "Seda faili ei saa avada, kui ei ole koopiat või nime",
    "finnish": "Tätä tiedostoa ei voi avata, jos siitä ei ole kopiota tai se on poistettu",
    "french": "Ce fichier ne peut pas être ouvert si une copie est dans le dossier",
    "german": "Diese Datei kann nicht geöffnet werden, wenn es keine Kopie von ihr gibt",
    "greek": "Αυτό το αρχείο δεν ανοίγει χωρίς αντίγραφο",
    "hebrew": "הקובץ הזה לא נפתח אם אין עותק של המסמך",
    "hindi": "यह फ़ाइल नहीं खुलती है और इस की कोई प्रति भी नहीं है",
    "hungarian": "Ez a fájl nem nyitható meg, ha nincs róla másolat és már törölték",
    "icelandic": "Þetta skjal er ekki hægt að opna þegar það hefur verið eytt",
    "indonesian": "Berkas ini tidak bisa dibuka jika sudah dihapus dari peladen",
    "irish": "Ní féidir an comhad seo a oscailt mar níl cóip ag an bhfreastalaí agus tá sé imithe",
    "italian": "Questo file non può essere aperto se della cartella non è stato fatto una copia",
    "japanese": "このファイルはコピーがないと開けません",
    "korean": "이 파일은 사본이 없으면 열 수 없습니다",
    "latvian": "Šo failu nevar atvērt, ja nav tā kopijas vai kad tas bija dzēsts",
    "lithuanian": "Šio failo negalima atidaryti, jei nėra jo kopijos ir kai jis buvo ištrintas",
    "nepali": "यो फाइल खोल्न सक्नुहुन्न र यस को प्रति पनि छैन भने समस्या छ",
    "norwegian": "Denne filen kan ikke åpnes hvis det ikke finnes noen kopi etter sletting",
    "persian": "این پرونده باز نمی شود اگر از آن نسخه ای نیست",
    "polish": "Tego pliku nie można otworzyć, jeśli nie ma jego kopii lub został usunięty",
    "portuguese": "Este ficheiro não pode ser aberto se não há uma cópia na pasta",
    "romanian": "Acest fișier nu poate fi deschis dacă nu este o copie în dosar",
    "russian": "Этот файл не открыть, если на сервере нет его копии",
    "serbian": "Ovaj fajl ne može da se otvori ako nije sačuvan ili nema kopije",
    "sesotho": "Haeba faele ena e hlakotsoe, batho ba ka e bona hape hobane e teng kapa che",
    "slovak": "Tento súbor sa nedá otvoriť, pretože na serveri nie je kópia, ktorá bola",
    "slovene": "Ta datoteka se ne more odpreti, če ni kopije in je bila samo izbrisana",
    "spanish": "Este archivo no se puede abrir si no hay una copia del mismo en el servidor",
    "swedish": "Den här filen kan inte öppnas om det inte finns någon kopia och är borttagen",
    "tamil": "இந்த கோப்பை திறக்க முடியாது",
    "thai": "ไม่สามารถเปิดไฟล์นี้ได้",
    "turkish": "Bu dosya bir kopyası yok ise açılamaz ve daha sonra da olmaz",
    "ukrainian": "Цей файл не можна відкрити, якщо на сервері немає його копії",
    "vietnamese": "Không thể mở tệp này nếu không có bản sao của nó",
    "yiddish": "די טעקע איז נישט אָפֿן און דאס איז נישט גוט פון אים",
}


@pytest.mark.parametrize("language", SAID)
def test_a_sentence_tells_its_language(language: str) -> None:
    assert guess(SAID[language]) == language
    assert guess(unicodedata.normalize("NFD", SAID[language].upper())) == language


def test_every_language_that_has_stems_is_told() -> None:
    variants = {"porter", "dutch_porter"}
    assert set(snowballstemmer.algorithms()) - variants <= SAID.keys()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", "english"),
        ("zz yy 12", "english"),
        ("X.Y.Z:", "english"),
        ("Émile Zola at the café", "english"),
        ("The word 温度 is Japanese for what we measure", "english"),
        ("cena je taková, že se na to nedá jen tak zapomenout", "czech"),
        ("jak se to da nastavit, kdyz to nejde, a co je treba k tomu", "czech"),
        ("computed()、ref() は同じように使えます", "japanese"),
        ("使用 `v-model` 和 ポ 这个文件无法打开,因为服务器上没有副本的时候", "chinese"),
        ("Овај фајл не може да се отвори ако није сачуван", "serbian"),
        ("текст", "russian"),
    ],
)
def test_what_is_told_of_mixed_and_short_texts(text: str, language: str) -> None:
    assert guess(text) == language


def test_code_does_not_hide_the_language_around_it() -> None:
    code = "import { computed, ref } from 'vue'\nconst open = ref(false)\n"
    for language in ("czech", "german", "japanese", "russian", "korean"):
        assert guess(f"{code}{SAID[language]}\n{code}") == language


def test_equal_words_of_two_languages_tell_nothing() -> None:
    for of_script in (common_words.LATIN, common_words.CYRILLIC):
        assert all(len(set(words.split())) > 15 for words in of_script.values())
        assert len({frozenset(words.split()) for words in of_script.values()}) == len(of_script)


@given(st.text())
def test_every_text_has_a_language(text: str) -> None:
    assert guess(text) in SAID
    assert guess(text) == guess(text)
