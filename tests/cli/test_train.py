"""``ludotheque train`` where PyTorch is not installed; with it, see tests/training."""

import subprocess
import sys

import pytest

WITHOUT = "import sys; sys.modules['torch'] = None; from ludotheque.cli import main; main(sys.argv[1:])"


@pytest.mark.slow
def test_without_pytorch_one_sentence_names_the_extra() -> None:
    asked = ["train", "fou", "--hours", "1", "--out", "weights.npz"]
    command = [sys.executable, "-c", WITHOUT, *asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "`ludotheque train` needs torch, which is not installed: pip install 'ludotheque[train]'"
    )
