"""What a page tells machines about itself: the card of a shared link, and a learning resource."""

from __future__ import annotations

import json

import attention_docs

PICTURE = "assets/card.png"
PICTURE_SAYS = (
    "Three arrows: a query, and two keys, one solid and one dashed, that it is compared with."
)

_licenses = [
    "https://creativecommons.org/licenses/by/4.0/",
    "https://opensource.org/license/mit",
]


def learning_resource(*, title: str, description: str, address: str | None, site: str) -> str:
    """Return schema.org's description of a page, as JSON that may stand inside a script element.

    >>> "<" in learning_resource(title="a </script>", description="", address=None, site="s")
    False
    """
    resource = {
        "@context": "https://schema.org",
        "@type": "LearningResource",
        "name": title,
        "description": description,
        "learningResourceType": "lesson",
        "about": "attention in neural networks",
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "license": _licenses,
        "version": attention_docs.__version__,
        "isPartOf": {"@type": "WebSite", "name": site},
    }
    if address:
        resource["url"] = address
    return json.dumps(resource, ensure_ascii=False).replace("<", "\\u003c")
