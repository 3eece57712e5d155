/** The parts that need Radix, as their own chunks: plain elements paint first, these follow on use or when the page is idle. */
import { lazyPart } from '../lazy-part';

const popover = () => import('./PopoverLayer');
const menu = () => import('./MenuLayer');
const dialog = () => import('./DialogLayer');

export const PopoverLayer = lazyPart(() => popover().then((module) => module.PopoverLayer));
export const MenuLayer = lazyPart(() => menu().then((module) => module.MenuLayer));
export const DialogLayer = lazyPart(() => dialog().then((module) => module.DialogLayer));

/** Fetches the chunks, so that the first menu opens at once and works offline. Call when the page is idle. */
export async function preloadLayers(): Promise<void> {
  await Promise.allSettled([popover(), menu(), dialog()]);
}
