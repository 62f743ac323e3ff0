from __future__ import annotations

from vaultbrain.reading.seams import Seam, join, rank

WIDE = 100


def joined(
    sizes: list[int], strengths: list[int], room: int = 10, below: int = WIDE
) -> list[list[int]]:
    """The sizes in their runs; every seam has a strength, a negative one may not be closed."""
    seams = [Seam(s, (b"", 0), at) for at, s in enumerate(strengths, start=1) if s >= 0]
    return [sizes[run] for run in join(sizes, [room] * len(sizes), seams, below)]


def test_the_weakest_seam_is_closed_first() -> None:
    assert joined([4, 4, 4], [2, 1]) == [[4], [4, 4]]
    assert joined([4, 4, 4], [1, 2]) == [[4, 4], [4]]
    assert joined([4, 4, 4], [1, 1]) == [[4, 4], [4]]


def test_neighbours_stay_apart_without_a_seam_or_room() -> None:
    assert joined([], []) == []
    assert joined([5, 6], [1]) == [[5], [6]]
    assert joined([5, 5], [1]) == [[5, 5]]
    assert joined([1, 1], [-1]) == [[1], [1]]


def test_the_smaller_room_counts() -> None:
    seams = [Seam(at, (b"", 0), at) for at in (1, 2)]
    assert list(join([3, 3, 3], [10, 7, 10], seams, WIDE)) == [slice(0, 2), slice(2, 3)]
    assert list(join([3, 3, 3], [10, 10, 7], seams, WIDE)) == [slice(0, 2), slice(2, 3)]
    assert list(join([3, 3, 3], [10, 10, 9], seams, WIDE)) == [slice(0, 3)]


def test_large_neighbours_are_not_joined() -> None:
    assert joined([4, 4, 1], [1, 2], below=4) == [[4], [4, 1]]


def test_of_those_that_stay_single_a_run_holds_one() -> None:
    seams = [Seam(1, (b"", 0), at) for at in (1, 2, 3)]
    found = join([1, 1, 1, 1], [10] * 4, seams, WIDE, [True, False, True, False])
    assert list(found) == [slice(0, 2), slice(2, 4)]


def test_a_seam_stronger_than_all_within_half_a_room_stays_open() -> None:
    assert joined([9, 2, 2, 9], [1, 3, 2]) == [[9], [2], [2], [9]]
    assert joined([9, 2, 2, 3], [1, 3, 2]) == [[9], [2, 2, 3]]
    assert joined([9, 2, 2, 9], [1, 2, 3]) == [[9], [2, 2], [9]]


def test_a_rank_is_of_the_first_words_and_white_space_aside() -> None:
    text = "Ten words are quite enough to see that some do not count."
    assert rank([text])[0] == rank([text.replace(" ", "\n  ")])[0]
    assert rank([text])[0] == rank([text + " More."])[0] == rank([text, "Another."])[0]
    assert rank([text])[0] != rank([f"Not {text}"])[0]
    assert rank([text])[1] != rank([text + " More."])[1]


def test_a_short_text_is_ranked_with_what_follows() -> None:
    assert rank(["## Uses", "One thing."])[0] != rank(["## Uses", "Another thing."])[0]


def test_half_a_surrogate_pair_does_no_harm() -> None:
    assert rank(["\ud800 broken"]) == rank(["\ud800 broken"])
