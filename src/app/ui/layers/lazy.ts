/** The parts that need Radix, as their own chunks: plain elements paint first, these follow on use or when the page is idle. */
import { lazy } from 'react';

const popover = () => import('./PopoverLayer');
const menu = () => import('./MenuLayer');
const dialog = () => import('./DialogLayer');

export const PopoverLayer = lazy(() => popover().then((module) => ({ default: module.PopoverLayer })));
export const MenuLayer = lazy(() => menu().then((module) => ({ default: module.MenuLayer })));
export const DialogLayer = lazy(() => dialog().then((module) => ({ default: module.DialogLayer })));

/** Fetches the chunks, so that the first menu opens at once and works offline. Call when the page is idle. */
export async function preloadLayers(): Promise<void> {
  await Promise.allSettled([popover(), menu(), dialog()]);
}
