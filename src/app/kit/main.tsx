/**
 * Every part of the interface in its states, for those who build with them.
 *
 * The development server shows it at /_kit (tools/kit-page.ts). No page of the
 * app leads here and the production build does not contain it.
 */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { followTheme, setTheme, THEMES, useTheme } from '../theme';
import { listenForPageKeys } from '../ui/keys';
import { Segmented } from '../ui/Segmented';
import { ToastHost } from '../ui/ToastHost';
import { ControlsSection } from './ControlsSection';
import { FeedbackSection } from './FeedbackSection';
import { FormsSection } from './FormsSection';
import { ListsSection } from './ListsSection';
import { PicturesSection } from './PicturesSection';
import '../styles/index.css';

const NAMES = { light: 'Light', dark: 'Dark', system: 'As the system' };

followTheme();
listenForPageKeys();
// The links of a pager need a router; what they lead to is nothing here.
const router = createRouter({
  routeTree: createRootRoute({ component: KitPage }),
  history: createMemoryHistory(),
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider<typeof router> router={router} />);

function KitPage() {
  const theme = useTheme();
  return (
    <>
      <main className="mx-auto flex max-w-[1600px] flex-col gap-6 px-3 pt-[18px] pb-24 sm:px-5">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1>Parts of the interface</h1>
          <Segmented
            label="Theme"
            value={theme}
            segments={THEMES.map((each) => ({ value: each, label: NAMES[each] }))}
            onChange={setTheme}
          />
        </header>
        <ControlsSection />
        <FormsSection />
        <ListsSection />
        <FeedbackSection />
        <PicturesSection />
      </main>
      <ToastHost />
    </>
  );
}
