const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Creates an element of HTML. Its content is text or nodes, never markup: what comes from an operation cannot add to
 * the page.
 *
 * @param {string} name
 * @param {Record<string, string | number | boolean | undefined>} [attributes]
 * @param {(Node | string)[]} content
 */
export function element(name, attributes, ...content) {
  return complete(document.createElement(name), attributes, content);
}

/**
 * Creates an element of SVG in the same way.
 *
 * @param {string} name
 * @param {Record<string, string | number | boolean | undefined>} [attributes]
 * @param {(Node | string)[]} content
 */
export function svgElement(name, attributes, ...content) {
  return complete(document.createElementNS(svgNamespace, name), attributes, content);
}

/**
 * Finds an element of page.html.
 *
 * @param {string} id
 */
export function elementById(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Gives a node other content, and touches only what has changed, so that focus and a selection in the rest stay.
 *
 * @param {Node} place
 * @param {readonly Node[]} content
 */
export function updateContent(place, content) {
  const there = [...place.childNodes];
  for (const [index, node] of content.entries()) {
    const old = there[index];
    if (old === undefined) place.appendChild(node);
    else if (old.isEqualNode(node)) continue;
    else if (old instanceof Element && old.cloneNode().isEqualNode(node.cloneNode()))
      updateContent(old, [...node.childNodes]);
    else old.replaceWith(node);
  }
  for (const old of there.slice(content.length)) old.remove();
}

/**
 * @template {Element} T
 * @param {T} node
 * @param {Record<string, string | number | boolean | undefined>} attributes
 * @param {(Node | string)[]} content
 */
function complete(node, attributes = {}, content) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(name, String(value));
  node.append(...content);
  return node;
}
