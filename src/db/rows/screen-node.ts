import { isFields } from '../../core/values/json-fields';
/**
 * What a kept screen is made of: a tree of plain values, a list of tag, attributes and children for each element. Only
 * the elements and attributes named here are kept, and only they are read: a row that was made or changed elsewhere
 * can hold no script, no handler, no form, no picture and no address outside the app.
 */

export type ScreenNode = string | ScreenElement;
export type ScreenElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: ScreenNode[],
];

/** Elements that have no content. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'input', 'wbr', 'col']);

const TAGS: ReadonlySet<string> = new Set(
  [
    'a abbr article aside b bdi br button caption code col colgroup dd del details div dl dt em fieldset figcaption figure',
    'footer h1 h2 h3 h4 h5 h6 header hr i input ins kbd label legend li main mark nav ol optgroup option p pre s samp section',
    'select small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr',
    'svg g path circle ellipse line polyline polygon rect text tspan',
  ].flatMap((line) => line.split(' ')),
);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  [
    'class title role dir lang hidden disabled datetime colspan rowspan placeholder type open checked selected tabindex',
    'viewBox width height fill stroke d cx cy r rx ry x y x1 x2 y1 y2 dx dy points transform opacity text-anchor',
    'dominant-baseline fill-opacity fill-rule clip-rule stroke-width stroke-linecap stroke-linejoin stroke-dasharray',
    'stroke-opacity preserveAspectRatio vector-effect font-size',
  ].flatMap((line) => line.split(' ')),
);
/** `aria-…` and `data-…`, which style sheets and assistive technology read. */
const NAMED = /^(aria|data)-[a-z][a-z-]{0,40}$/;
/** These refer to elements by id, and a screen has no ids. */
const BY_ID = /^aria-(controls|owns|flowto|details|labelledby|describedby|errormessage|activedescendant)$/;
/** A path of the app: one slash, then anything but another one or a backslash. */
const OWN_PATH = /^(\/(?![/\\])|#)[^\s\\]*$/;
/** Sizes, colours and places. No function that loads, nothing that ends the declaration early or is written with escapes. */
const STYLE = /^[\w\s.,:;()%#+*/-]*$/;
const LOADS = /url|image|src|import|expression|element\s*\(|attr\s*\(/i;

const MAX_NODES = 6_000;
const MAX_DEPTH = 80;
/** UTF-16 units of all texts and values. */
const MAX_TEXT = 400_000;

/** Returns whether an element of this name may be kept. Names of SVG are as in its own documents. */
export function isKeptTag(tag: string): boolean {
  return TAGS.has(tag);
}

/** Returns whether the attribute may be kept with this value. */
export function isKeptAttribute(name: string, value: string): boolean {
  if (name === 'href') return OWN_PATH.test(value);
  if (name === 'style') return STYLE.test(value) && !LOADS.test(value);
  if (name === 'type') return value === 'button' || value === 'checkbox' || value === 'radio' || value === 'search';
  // As presentation attributes, these may load too.
  if (name === 'fill' || name === 'stroke') return !LOADS.test(value);
  return ATTRIBUTES.has(name) || (NAMED.test(name) && !BY_ID.test(name));
}

/** Returns the nodes as they are when all of them may be kept, else undefined. */
export function readScreenNodes(stored: unknown): readonly ScreenNode[] | undefined {
  let nodes = 0;
  let text = 0;
  const isNode = (value: unknown, depth: number): value is ScreenNode => {
    nodes++;
    if (nodes > MAX_NODES || depth > MAX_DEPTH || text > MAX_TEXT) return false;
    if (typeof value === 'string') {
      text += value.length;
      return true;
    }
    if (!Array.isArray(value)) return false;
    const [tag, attributes, ...children] = value as unknown[];
    if (typeof tag !== 'string' || !isKeptTag(tag) || !isFields(attributes)) return false;
    for (const [name, of] of Object.entries(attributes)) {
      if (typeof of !== 'string' || !isKeptAttribute(name, of)) return false;
      text += name.length + of.length;
    }
    if (VOID_TAGS.has(tag) && children.length > 0) return false;
    return children.every((child) => isNode(child, depth + 1));
  };
  return Array.isArray(stored) && stored.every((each) => isNode(each, 0)) ? stored : undefined;
}
