/** Reads what is on the first screen of the page as plain values. */
import { isKeptAttribute, isKeptTag, type ScreenElement, type ScreenNode } from '../../db/rows/screen-node';

/** What stands in for content that is on its way, or says that more of it is. */
export const ON_ITS_WAY = '[class*="animate-[skeleton"], .is-placeholder, [aria-busy="true"], .animate-spin';
/** What is on its way or went wrong: a page that shows it has not settled. */
const UNSETTLED = `${ON_ITS_WAY}, [role="alert"]`;
/** Controls that the reader types into. Screens keep no typed text. */
const TYPED = 'input:not([type=checkbox], [type=radio]), textarea';

/**
 * Returns the elements of `root` that the first screen shows, at the top of the page; undefined while anything in sight
 * is on its way, was scrolled or was typed into: a screen is kept as it was left, or not at all. `withoutBehind` leaves
 * out what tells of work behind content that is there (`data-behind`).
 */
export function captureScreen(root: Element, withoutBehind = false): readonly ScreenNode[] | undefined {
  try {
    return childrenOf(root, innerHeight, withoutBehind);
  } catch (thrown) {
    if (thrown instanceof Unsettled) return undefined;
    throw thrown;
  }
}

class Unsettled extends Error {}

/** What is in sight above `bottom`, CSS pixels from the top of the window. */
function childrenOf(parent: Element, bottom: number, withoutBehind: boolean): ScreenNode[] {
  const nodes: ScreenNode[] = [];
  for (const child of parent.childNodes) {
    const node = child instanceof Element ? elementOf(child, bottom, withoutBehind) : textOf(child);
    if (node !== undefined) nodes.push(node);
  }
  return nodes;
}

function textOf(node: Node): string | undefined {
  return node.nodeType === Node.TEXT_NODE && node.nodeValue !== '' ? (node.nodeValue ?? undefined) : undefined;
}

function elementOf(element: Element, bottom: number, withoutBehind: boolean): ScreenElement | undefined {
  const behind = withoutBehind ? element.getAttribute('data-behind') : null;
  if (behind === 'notice') return undefined;
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.position === 'fixed') return undefined;
  const { top, width, height } = element.getBoundingClientRect();
  if (top >= bottom && height > 0) return undefined;
  if ((element.matches(UNSETTLED) && behind === null) || element.scrollTop !== 0 || element.scrollLeft !== 0)
    throw new Unsettled();
  if (element.matches(TYPED) && (element as HTMLInputElement).value !== '') throw new Unsettled();
  const tag = element.localName;
  // A picture, or something else that is not kept, leaves its room.
  if (!isKeptTag(tag)) return ['span', { class: element.getAttribute('class') ?? '', style: room(width, height) }];
  const attributes = attributesOf(element);
  if (element.hasAttribute('data-fleeting')) return [tag, attributes, element.getAttribute('data-fleeting') ?? ''];
  const clips = style.overflowY !== 'visible';
  const children = childrenOf(element, clips ? Math.min(bottom, top + height) : bottom, withoutBehind);
  const fixed = tracksOf(element, style);
  if (fixed !== '') attributes.style = `${attributes.style ?? ''};${fixed}`;
  return [tag, attributes, ...children];
}

function attributesOf(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (isKeptAttribute(name, value)) attributes[name] = value;
  return attributes;
}

function room(width: number, height: number): string {
  return `display:inline-block;width:${width}px;height:${height}px`;
}

/** Widths of columns as they are: rows below the screen, which are left out, have a say in them. '' where there are none. */
function tracksOf(element: Element, style: CSSStyleDeclaration): string {
  if (element.localName === 'table' && style.display === 'table') return `table-layout:fixed;width:${style.width}`;
  if ((element.localName === 'th' || element.localName === 'td') && style.display === 'table-cell')
    return `width:${style.width}`;
  if (style.display === 'grid' && style.gridTemplateColumns !== 'none')
    return `grid-template-columns:${style.gridTemplateColumns}`;
  return '';
}
