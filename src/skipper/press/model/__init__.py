"""Read claims with a language model behind an OpenAI-compatible address.

The document goes out in numbered sentences with a JSON Schema of the claim types; what comes back is located in the
text and grounded as the rules' claims are. Nothing is sent without SKIPPER_MODEL_URL and a request for this reader.
"""

from __future__ import annotations

from skipper.press.model.settings import ModelSettings, model_settings, notice

__all__ = ["ModelSettings", "model_settings", "notice"]
