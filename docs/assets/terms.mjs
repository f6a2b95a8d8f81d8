// What the card beside a term shows: its paragraph in the glossary.

/** @type {Map<string, Promise<Document>>} each glossary page, fetched once, when it is first wanted */
const glossaries = new Map();

/**
 * @param {HTMLElement} term
 * @returns {Promise<Node[]>} rejected where the glossary can't be had: the term is still a link
 */
export async function define(term) {
  const address = new URL(/** @type {HTMLAnchorElement} */ (term).href);
  const anchor = address.hash.slice(1);
  address.hash = "";
  if (!glossaries.has(address.href)) glossaries.set(address.href, fetchPage(address.href));
  const page = await glossaries.get(address.href)?.catch((error) => {
    glossaries.delete(address.href);
    throw error;
  });
  const definition = page?.getElementById(anchor)?.nextElementSibling?.cloneNode(true);
  if (!(definition instanceof Element)) throw new Error(`${term.textContent} is not in ${address}`);
  // A card within a card would close the one that it stands in.
  for (const link of definition.querySelectorAll("a.term")) link.replaceWith(...link.childNodes);
  // Its links were written for the glossary's own place.
  for (const link of definition.querySelectorAll("a[href]")) {
    link.setAttribute("href", new URL(link.getAttribute("href") ?? "", address).href);
  }
  const more = document.createElement("a");
  more.href = /** @type {HTMLAnchorElement} */ (term).href;
  more.textContent = "In the glossary";
  return [definition, more];
}

/** @param {string} address */
async function fetchPage(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
