import { bloImage } from 'blo';
import type { Address } from '../../../core/chain/primitives';

/**
 * Shows the pattern of coloured squares that belongs to an address; decoration beside it. Drawn in the page: an
 * image of it would be a document of its own to the browser, and a list has dozens.
 */
export function Identicon({ address, size }: { address: Address; size: number }) {
  const [squares, [background, ...colours]] = bloImage(address);
  const { first, second } = pathsOf(squares);
  return (
    <svg
      viewBox="0 0 8 8"
      width={size}
      height={size}
      aria-hidden
      shapeRendering="crispEdges"
      className="shrink-0 self-center rounded-s"
      style={{ width: size, height: size, background: hsl(background) }}
    >
      <path fill={hsl(colours[0])} d={first} />
      <path fill={hsl(colours[1])} d={second} />
    </svg>
  );
}

/** The squares of each colour as an SVG path. `squares` is the left half, row by row, 0 for background; the right half mirrors it. */
function pathsOf(squares: Uint8Array): { first: string; second: string } {
  const paths = ['', '', ''];
  squares.forEach((colour, at) => {
    const x = at & 3;
    const square = `,${at >> 2}h1v1h-1z`;
    paths[colour] += `M${x}${square}M${7 - x}${square}`;
  });
  return { first: paths[1] ?? '', second: paths[2] ?? '' };
}

/** `colour` is hue in degrees, then saturation and lightness in percent. */
function hsl([hue, saturation, lightness]: Uint16Array): string {
  return `hsl(${hue} ${saturation}% ${lightness}%)`;
}
