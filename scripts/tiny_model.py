"""Write a language model of random weights as GGUF, to try `press --reader model` against a real llama.cpp server.

It knows nothing: constrained by the schema it answers in the protocol's form, and grounding drops what it says.

    python -m venv llama && llama/bin/pip install gguf 'llama-cpp-python[server]'      # builds llama.cpp, 18 min a core
    llama/bin/python scripts/tiny_model.py tiny.gguf
    llama/bin/python -m llama_cpp.server --model tiny.gguf --n_ctx 16384 --chat_format chatml
    export SKIPPER_MODEL_URL=http://localhost:8000/v1 SKIPPER_MODEL=tiny SKIPPER_MODEL_FORM=json_object
    skipper press piece.txt --reader model
"""

from __future__ import annotations

import sys

import gguf
import numpy as np

WIDTH, HEADS, CONTEXT = 64, 2, 16_384


def main(path: str) -> None:
    """Write a one-layer Llama whose tokens are the 256 bytes."""
    random = np.random.default_rng(19)
    special = [(b"<unk>", gguf.TokenType.UNKNOWN), (b"<s>", gguf.TokenType.CONTROL), (b"</s>", gguf.TokenType.CONTROL)]
    tokens = special + [(f"<0x{byte:02X}>".encode(), gguf.TokenType.BYTE) for byte in range(256)]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(2 * WIDTH)
    writer.add_head_count(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama")
    writer.add_token_list([words for words, _ in tokens])
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([int(kind) for _, kind in tokens])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    shapes = {
        **{f"blk.0.attn_{name}.weight": (WIDTH, WIDTH) for name in ("q", "k", "v", "output")},
        **{f"blk.0.ffn_{name}.weight": (2 * WIDTH, WIDTH) for name in ("gate", "up")},
        "blk.0.ffn_down.weight": (WIDTH, 2 * WIDTH),
        **{f"{name}.weight": (len(tokens), WIDTH) for name in ("token_embd", "output")},
        **{f"{name}.weight": (WIDTH,) for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm")},
    }
    for name, shape in shapes.items():
        writer.add_tensor(name, random.normal(scale=0.02 if "norm" not in name else 1.0, size=shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(sys.argv[1])
