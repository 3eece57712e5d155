import type { ComponentProps } from 'react';
import { classes } from './classes';

export type ButtonLook = {
  /** plain: bordered, the default · primary: the one action of a page · quiet: no border until hovered · danger: destroys. */
  variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  /** m: 30 px high · s: 24 px, for panel headings and rows. */
  size?: 'm' | 's';
  /** Square, for a single icon; give the button an `aria-label`. */
  icon?: boolean;
};

const VARIANTS = {
  plain: 'border-line bg-panel text-text hover:bg-hover',
  primary:
    'border-transparent bg-accent text-on-accent hover:brightness-110 [&_kbd]:border-current [&_kbd]:text-current',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-text',
  danger: 'border-line bg-panel text-failure hover:bg-failure-soft',
};

/** Returns the classes of a button, for links that look like one. */
export function buttonClass({ variant = 'plain', size = 'm', icon = false }: ButtonLook = {}): string {
  return classes(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-m border font-medium',
    'disabled:cursor-default disabled:opacity-55 aria-expanded:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent',
    size === 'm' ? 'h-[30px]' : 'h-6 text-s',
    icon ? (size === 'm' ? 'w-[30px]' : 'w-6') : size === 'm' ? 'px-2.5' : 'px-2',
    VARIANTS[variant],
  );
}

export function Button({
  variant,
  size,
  icon,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(icon !== undefined && { icon }) };
  return <button type={type} className={classes(buttonClass(look), className)} {...rest} />;
}
