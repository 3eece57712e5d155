import { setTheme, THEMES, useTheme } from '../theme';
import { listenForPageKeys } from '../ui/keys';
import { Segmented } from '../ui/Segmented';
import { ToastHost } from '../ui/ToastHost';
import { ControlsSection } from './ControlsSection';
import { FeedbackSection } from './FeedbackSection';
import { FormsSection } from './FormsSection';
import { ListsSection } from './ListsSection';
import { PicturesSection } from './PicturesSection';

const NAMES = { light: 'Light', dark: 'Dark', system: 'As the system' };
listenForPageKeys();

export function KitPage() {
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
