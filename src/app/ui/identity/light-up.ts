/**
 * Equal addresses light up together: the one under the pointer or the focus,
 * and every other `[data-address]` with the same value.
 *
 * One rule in one style sheet does it, so no component renders again, and rows
 * that scroll into view later are lit too.
 */
import { isAddress } from '../../../core/chain/address-shape';

/** Starts it for the whole document. Returns how to stop. */
export function lightUpEqualAddresses(): () => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let lit = '';

  const show = (event: Event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-address]') : null;
    const address = element?.dataset.address ?? '';
    if (address === lit) return;
    lit = address;
    sheet.replaceSync(
      isAddress(address)
        ? `[data-address="${address}"] { background: var(--accent-soft); box-shadow: 0 0 0 2px var(--accent-soft); }`
        : '',
    );
  };
  document.addEventListener('pointerover', show);
  document.addEventListener('focusin', show);
  return () => {
    document.removeEventListener('pointerover', show);
    document.removeEventListener('focusin', show);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
