"""The words and letters by which a language shows, for `languages`.

Such words as every text of a few lines has: articles, prepositions, pronouns, conjunctions,
auxiliary verbs. Names are those of the Snowball algorithms where there is one.
"""
# ruff: noqa: RUF001 - letters of other scripts look like Latin ones

from __future__ import annotations

ENGLISH, CZECH = "english", "czech"

# Of languages that equal evidence speaks for, the first one is taken.
LATIN = {
    ENGLISH: "the of and is that for it with as was on are be this have from or by you not but "
    "what which can how when where who will if an at we they has does in to all any your use only "
    "must more than used i a my do there so no",
    CZECH: "je se na že jsem jsme jak ale pro byl byla bylo být který která které kteří nebo aby "
    "jako už ještě když tak není má mám co při podle ve ze po od do s z k i kde kdo jaký jaká jaké "
    "v a o u pokud však také jeho jsou pouze pomocí než až lze mezi před této tento tato toto bude",
    "german": "der die das und ist nicht ein eine einen einer eines zu den dem des von mit auf für "
    "im sich auch es an werden wird aus er hat dass daß sie nach bei um am sind noch wie einem "
    "über so zum war haben nur oder aber vor zur bis mehr durch man kann wenn als ich wir was wo "
    "wer welche diese dieser dieses sein keine muss",
    "spanish": "el la los las de del y es un una que en por para no con se lo su sus al como más "
    "pero fue son está ser o este esta esto si sin sobre también hay cuando muy todo ya entre qué "
    "cómo dónde quién cuál desde hasta me le ha puede debe nos tiene sólo solo otro donde",
    "french": "le la les de des du et est un une que qui dans en pour pas par sur au aux ce cette "
    "ces il elle ne se plus avec sont être ou où mais son sa ses nous vous leur comme si fait peut "
    "tout même aussi quand comment quel quelle été doit entre sans cet je",
    "portuguese": "o a os as de do da dos das e é um uma que em por para não com se no na nos nas "
    "ao à como mais mas foi são está ser ou este esta isto isso sem sobre também há quando muito "
    "tudo já entre qual onde quem pelo pela seu sua seus suas você ele ela pode deve foram até num "
    "numa",
    "italian": "il lo la i gli le di del della dei delle e è un una che in per non con se da al "
    "alla come più ma sono essere o questo questa senza anche ha quando molto tutto già tra fra "
    "quale dove chi cosa nel nella sul sulla suo sua dal dalla viene può deve ci ho stato sia solo "
    "ogni",
    "polish": "jest się na że nie jak ale dla był była było być który która które lub oraz aby "
    "jako już jeszcze kiedy tak ma mam co przy według we ze po od do z w i a o u gdzie kto jaki "
    "jeśli jednak także jego są tylko przez czy może między przed tego ten ta to będzie można "
    "należy został",
    "dutch": "de het een en van is dat niet in te op voor met zijn aan er om maar die als dan of "
    "bij nog wordt worden deze ook naar uit kan hebben heeft geen meer wel door over wat hoe waar "
    "wie welke moet je ik we ze u dit tot tegen onder zal kunnen werd",
    "swedish": "och är att det som en ett på i för av med den inte till om har de var jag så men "
    "vi kan eller från när hur vad vem vilken ska skall under över också ut upp vid sig sin efter "
    "du denna detta dessa finns inga måste endast blir får utan mellan",
    "danish": "og er at det som en et på i for af med den ikke til om har de var jeg så men vi kan "
    "eller fra når hvordan hvad hvem hvilken skal under over også ud op ved sig sin efter du denne "
    "dette disse findes ingen kun bliver får uden mellem være blev hvis nogle",
    "norwegian": "og er at det som en et på i for av med den ikke til om har de var jeg så men vi "
    "kan eller fra når hvordan hva hvem hvilken skal under over også ut opp ved seg sin etter du "
    "denne dette disse finnes ingen kun blir får uten mellom være ble hvis noen må ikkje eit ein "
    "frå vere kva",
    "finnish": "ja on ei se että oli olla joka kun kuin niin mutta tai myös ovat hän sen mitä "
    "miten missä kuka mikä jos voi voidaan tämä tämän nämä jo vain sitten ole olen sekä koska "
    "kanssa mukaan ennen jälkeen ilman eivät tulee täytyy siitä kaikki jokin joita",
    "hungarian": "a az és hogy nem egy is ez van meg de ha vagy mint csak ki el már még volt azt "
    "ezt amely ami aki hogyan mi hol melyik kell lehet lesz minden nincs fel le be után által "
    "szerint között alapján ahol amikor ezért illetve legyen akkor nélkül",
    "romanian": "și şi este în de la cu pe un o că nu se din care pentru sau mai dar a al ale "
    "sunt fi ca prin după când cum unde cine ce acest această acesta ei lui fost dacă poate "
    "trebuie fără între avea are să vă îl astfel numai doar cel cea",
    "turkish": "ve bir bu için ile da de ne olarak daha çok var gibi ama olan en kadar sonra ise "
    "değil mi o her şu ya veya nasıl nerede kim hangi bunu ben sen biz olduğu olur eğer yok "
    "tarafından ilk son bütün herhangi üzerinde gerekir olmalı",
    "slovak": "je sa na že som sme ako ale pre bol bola bolo byť ktorý ktorá ktoré alebo aby už "
    "ešte keď tak nie má mám čo pri podľa vo zo po od do s z k i kde kto aký v a o u však tiež "
    "jeho sú iba pomocou než až môže medzi pred tento táto toto bude musí",
    "slovene": "je se na da ni kot pa za bil bila bilo biti ki ali če še že ko tako ima kaj pri po "
    "od do s z k in kjer kdo v o u tudi njegov so samo lahko med pred ta to bo mora sem smo iz ne "
    "vse več brez",
    "serbian": "je se na da nije kao ali za bio bila bilo biti koji koja koje ili ako još već kad "
    "kada tako ima što šta pri po od do s iz u i a o gde gdje ko također takođe njegov su samo "
    "može između pre prije ovaj ova ovo će treba nisu sam smo ne sve više bez mora bi",
    "catalan": "la el els les de del i és un una que en per no amb es al als com més però va són "
    "està ser o aquest aquesta això si sense sobre també hi ha quan molt tot ja entre quin on qui "
    "què dels pel seu seva pot cal aquests fins només ho han",
    "indonesian": "yang dan di untuk dengan ini itu dari pada tidak adalah ke dalam akan oleh juga "
    "atau ada bisa dapat saya kami kita mereka anda apa bagaimana siapa mana jika karena sudah "
    "telah lebih hanya sebagai harus tersebut lain dia sebuah belum bukan saat setiap",
    "vietnamese": "và là của có không được cho một trong các những này với để khi đã người từ như "
    "tôi bạn thì ở ra vào về cũng nếu nhưng phải hơn hoặc sẽ bị hay",
    "lithuanian": "ir yra kad ne tai su iš į kaip bet ar jei buvo būti kuris kuri jau dar tik nuo "
    "prie už po per arba taip pat jo ši šis turi gali kai kas kur kodėl mano tavo jūsų bus šią "
    "nėra reikia prieš",
    "latvian": "un ir ka no ar uz par kā bet vai ja bija būt kurš kas jau vēl tikai pie pēc arī "
    "tas tā šis šī var nav lai kad kur jūsu mans šo ne vairāk pirms bez",
    "estonian": "ja on ei see et oli olla kes kui siis aga või ka nad tema selle mida kuidas kus "
    "mis võib saab peab seda need juba ainult ole olen ning kuna koos järgi enne pärast ilma ma sa "
    "sinu teie",
    "icelandic": "og er að það sem á í fyrir af með ekki til um hefur voru ég svo en við eða frá "
    "þegar hvernig hvað hver skal þetta þessi þú þarf vera var ekkert eru verður getur aðeins nema",
    "irish": "agus is an na ar le go ní tá bhí sé sí mé tú seo sin nach bhfuil ag i do den ach nó "
    "mar atá cad conas cén nuair gan leis faoi duit bheith chun",
    "basque": "eta da ez bat du dira hau hori ere dute baina edo izan zen den egin behar bere nola "
    "non nor zein dago ditu horren honek ezin daiteke izango artean gabe duen",
    "esperanto": "la kaj estas en de al ne por kun ke mi vi li ŝi ĝi ili ni kiu kio kiel kie se aŭ "
    "sed ankaŭ el pri per unu tiu ĉi ĉiuj estis povas devas via mia",
    "sesotho": "hore empa kapa haeba batho hobane tsohle bakeng tse tsa ena ke ho ba ka ha le ya",
}
CYRILLIC = {
    "russian": "и в не на что с по как это для или из от но если только же бы все его она он они "
    "мы вы я к у о за при так то быть был была было есть который которая которые может где когда "
    "чтобы этот эта также нет более между после уже",
    "ukrainian": "і в не на що з по як це для або із від але якщо тільки ж би всі його вона він "
    "вони ми ви я до у о за при так то бути був була було є який яка які може де коли щоб цей ця "
    "також немає більше між після вже та",
    "bulgarian": "и в не на че с по как това за или от но ако само е са да се си ще до при така "
    "той тя те ние вие аз който която които може къде когато тази този също няма повече между след "
    "вече във със една един",
    "serbian": "и у не на да је су се са по као то за или од али ако само би све његов она он они "
    "ми ви ја до при тако бити био била било који која које може где када овај ова такође нема "
    "више између после већ из",
}
ARABIC = {
    "arabic": "من في على أن إلى هذا هذه التي الذي كان لا ما عن مع هو هي أو قد تم لم كل بعد إذا ذلك "
    "غير يجب ليس بين",
    "persian": "و در به از که این را با است برای آن یک تا می شود شده خود بر نیست کنید هر ما باشد "
    "یا اگر چه نمی شما کرد",
}
DEVANAGARI = {
    "hindi": "के है में की और से का को पर यह हैं एक नहीं ने कि इस लिए कर या था भी हो तो आप",
    "nepali": "छ र को मा छन् यो पनि हुन् लागि भएको गर्न का एक तपाईं हो यस सक्नुहुन्छ वा छैन भने हुनुपर्छ न",
}
HEBREW = {
    "hebrew": "של את לא על זה הוא עם אם או כי היא אני יש גם כל זו אין רק אינו",
    "yiddish": "און איז די דער פון אין צו דאס האט ניט נישט מיט א אויף זיך איר ווי",
}
# The letters beside the plain ones that a language is written with.
LETTERS = {
    CZECH: "áčďéěíňóřšťúůýž",
    "german": "äöüß",
    "spanish": "áéíñóúü¿¡",
    "french": "àâçéèêëîïôùûœ",
    "portuguese": "áâãàçéêíóôõú",
    "italian": "àèéìòù",
    "polish": "ąćęłńóśźż",
    "dutch": "ëï",
    "swedish": "åäö",
    "danish": "æøå",
    "norwegian": "æøå",
    "finnish": "äö",
    "hungarian": "áéíóöőúüű",
    "romanian": "ăâîșțşţ",
    "turkish": "çğıöşü",
    "slovak": "áäčďéíĺľňóôŕšťúýž",
    "slovene": "čšž",
    "serbian": "čćđšžјљњћђџ",
    "catalan": "àçèéíïòóúü·",
    "vietnamese": "àáãạảăằắẵặẳâầấậẩẫđèéẹẻẽêềếệểễìíĩịỉòóõọỏôồốộổỗơờớợởỡùúũụủưừứựửữỳýỵỷỹ",
    "lithuanian": "ąčęėįšųūž",
    "latvian": "āčēģīķļņšūž",
    "estonian": "äõöü",
    "icelandic": "áðéíóúýþæö",
    "irish": "áéíóú",
    "esperanto": "ĉĝĥĵŝŭ",
    "russian": "ёъыэйщ",
    "ukrainian": "іїєґйщ",
    "bulgarian": "ъйщ",
    "persian": "پچژگکی",
    "arabic": "ةىكيأإ",
    "yiddish": "ײױװ",
}
