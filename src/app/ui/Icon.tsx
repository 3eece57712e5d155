/** The icons of the interface, drawn on a grid of 16 with round strokes. Decoration: the element around says what it means. */
const PATHS = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.4 7.9 3.1 3.1',
  check: 'm3 8.5 3.2 3.2L13 5',
  copy: 'M6 5.5h7.5V13a.5.5 0 0 1-.5.5H6.5a.5.5 0 0 1-.5-.5Zm-2.5 5h-.5a.5.5 0 0 1-.5-.5V3a.5.5 0 0 1 .5-.5H10a.5.5 0 0 1 .5.5v.5',
  down: 'm4 6.5 4 4 4-4',
  left: 'm9.5 4-4 4 4 4',
  right: 'm6.5 4 4 4-4 4',
  arrowUp: 'M8 13V3.5M4 7l4-4 4 4',
  arrowDown: 'M8 3v9.5M4 9l4 4 4-4',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  screen: 'M2.5 3h11v7.5h-11ZM8 10.5v3M5.5 13.5h5',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  sliders: 'M2 4.5h6.5M12 4.5h2M10.25 2.75v3.5M2 11.5h2M7.5 11.5H14M5.75 9.75v3.5',
};

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 14 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
