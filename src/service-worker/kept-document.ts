/**
 * Writes the app's document with a kept screen in it, so that the browser needs nothing else for its first paint but
 * `first.js` and the fonts: the style sheets stand in the document, and the app's scripts and its icon in a template, out
 * of which `public/first.js` takes them once the screen is painted. That script is asked for first and read behind the
 * screen, so that it arrives while the browser reads styles and screen. Nothing is painted before it ran: a browser that
 * knows `rel="expect"` waits for the place of the app, and another one shows no screen before (base.css).
 */
import type { KeptScreen } from '../db/rows/kept-screen-row';
import { escapeHtml, screenHtml } from './screen-html';

const ROOT = '<div id="root">';
const FIRST = /<script(?=[^>]* src="\/first\.js")[^>]*><\/script>/;
/** Stands in the head for `first.js`. */
const EXPECTED = '<link rel="preload" as="script" href="/first.js"><link rel="expect" href="#root" blocking="render">';
/** The entry of the app, and what is fetched beside it; the icon, which is drawn in the page's own thread. */
const LATER = /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|icon)"[^>]*>/g;
const STYLES = /<link rel="stylesheet"[^>]*>/g;

/**
 * Returns the document with the screen in front of the place of the app, which nobody reads or reaches meanwhile.
 * `sheets` has the text of each style sheet of the screen, by its path; one that is missing is linked. `now` is in
 * milliseconds.
 */
export function keptDocument(
  html: string,
  screen: KeptScreen,
  sheets: ReadonlyMap<string, string>,
  now: number,
): string {
  const at = html.indexOf(ROOT);
  if (at < 0) return html;
  const said = screen.isFinal ? '' : '<p id="kept-age" role="status">As last seen. Asking again…</p>';
  const kept = `<div id="kept"><div style="width:${screen.width}px">${screenHtml(screen.nodes, now)}</div>${said}</div>`;
  const head = html.slice(0, at);
  const later = `<template id="scripts">${(head.match(LATER) ?? []).join('')}</template>`;
  const first = FIRST.exec(head)?.[0] ?? '';
  const written = head
    .replace(LATER, '')
    .replace(STYLES, '')
    .replace(FIRST, EXPECTED)
    .replace('</head>', () => `${screen.styles.map((href) => styleOf(href, sheets.get(href))).join('')}</head>`)
    .replace('<html', () => `<html ${attributesOf(screen)}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(screen.title)}</title>`);
  return `${written}${kept}${later}${first}<div id="root" inert>${html.slice(at + ROOT.length)}`;
}

/** What `public/first.js` compares, and the theme, which it need not set then. */
function attributesOf({ state, height, theme }: KeptScreen): string {
  return `data-kept="${escapeHtml(state)}" data-kept-height="${height}" data-theme="${theme}"`;
}

/** The style sheet in place. Its link says to the app's loader that it is there, and loads nothing. */
function styleOf(href: string, text: string | undefined): string {
  const link = `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}"`;
  return text === undefined || /<\/style/i.test(text) ? `${link}>` : `<style>${text}</style>${link} disabled>`;
}
