from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vaultbrain.store.narrow import centred, direction, narrow, unit, widen

numbers = st.floats(-1, 1, width=32)


@given(arrays(np.float32, st.tuples(st.integers(0, 5), st.just(16)), elements=numbers))
def test_what_is_stored_is_the_vector_but_for_a_byte_of_rounding(values: np.ndarray) -> None:
    mean = np.linspace(-0.2, 0.3, 16, dtype=np.float32)
    for of_mean in (None, mean.tobytes()):
        small, norms = narrow(values, of_mean)
        assert small.dtype == np.int8
        assert (small.shape, norms.shape) == (values.shape, (len(values),))
        assert np.isfinite(norms).all()
        rest = centred(unit(values), of_mean)
        most = np.abs(rest).max(axis=1, initial=0, keepdims=True) / 127
        assert (np.abs(widen(small, norms, of_mean) - unit(values)) <= 2 * most + 1e-6).all()


def test_a_vector_that_is_the_mean_has_no_direction() -> None:
    mean = np.array([[0, 1, 0, 0]], np.float32)
    small, norms = narrow(mean, mean.tobytes())
    assert (small.tolist(), norms.tolist()) == ([[0] * 4], [0.0])
    assert direction(small).tolist() == [[0.0] * 4]
    assert np.array_equal(widen(small, norms, mean.tobytes()), mean)


def test_each_vector_has_a_scale_of_its_own() -> None:
    values = np.array([[1, 0.5, -1, 0], [10, 0.5, -1, 0]], np.float32)
    assert narrow(values, None)[0].tolist() == [[127, 64, -127, 0], [127, 6, -13, 0]]
