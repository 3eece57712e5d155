/** The part of projects on the page of an address, as a chunk of its own. */
import { lazyPart } from '../../ui/lazy-part';

export const InProjects = lazyPart(() => import('./InProjects').then((module) => module.InProjects));
