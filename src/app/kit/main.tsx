/**
 * Every part of the interface in its states, for those who build with them.
 *
 * The development server shows it at /_kit (tools/kit-page.ts). No page of the
 * app leads here and the production build does not contain it.
 */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { followTheme } from '../theme';
import { KitPage } from './KitPage';
import '../styles/index.css';

followTheme();
// The links of a pager need a router; what they lead to is nothing here.
const router = createRouter({
  routeTree: createRootRoute({ component: KitPage }),
  history: createMemoryHistory(),
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider<typeof router> router={router} />);
