// Sets the theme before the first paint; src/app/theme.ts keeps it afterwards. A blocking script of its own, so that
// the page needs no inline script.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('loupe.theme');
  } catch (_) {
    // Storage is refused: the system's theme it is.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
