// The first script of the page, which blocks it, so it is small and does only what must not wait for the app's modules:
// it sets the theme before the first paint (src/app/theme.ts keeps it afterwards) and starts what the page at this
// address needs side by side: its scripts, the engine's worker, the configuration. The build writes their names into the
// script's own element (tools/first-files.ts). A file of its own, so that a policy may forbid inline scripts.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('loupe.theme');
  } catch (_) {
    // Storage is refused: the system's theme it is.
  }
  // The screen that the service worker put into the document (src/service-worker/kept-screen.ts) is shown in the window
  // and under the theme that it was kept in (stateOf in src/app/kept-screen/keep.ts), or not at all.
  var kept = document.documentElement.dataset;
  if (kept.kept !== undefined) {
    var isReturn = performance.getEntriesByType('navigation')[0].type !== 'navigate';
    var isAsKept =
      kept.kept === [parseInt(kept.kept), theme].join(' ') &&
      fits(parseInt(kept.kept), Number(kept.keptHeight)) &&
      !(isReturn && sessionStorage.getItem('loupe.scrolled') === location.href);
    kept.kept = isAsKept ? 'shown' : 'not';
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  // A kept screen came with its theme: to set the same again would have all styles computed twice.
  if (kept.theme !== theme) kept.theme = theme;
  // index.html holds the head of the home page: that of the first network, or of one by its number.
  if (/^\/(\d+\/?)?$/.test(location.pathname)) document.documentElement.dataset.page = 'home';
  else document.addEventListener('readystatechange', nameWhatLoads);

  // Returns whether the window is as wide, and no higher. Reading its size instead would lay out the kept screen, which
  // is laid out again when the document is whole. Where the page is zoomed, sizes are not whole.
  function fits(width, height) {
    return matchMedia(
      '(min-width: ' + (width - 0.9) + 'px) and (max-width: ' + (width + 0.9) + 'px) and (max-height: ' + (height + 0.9) + 'px)',
    ).matches;
  }

  // Names in index.html what the page at this address is about, until the app takes its place.
  function nameWhatLoads() {
    var kinds = { tx: 'Transaction', block: 'Block', wallet: 'Wallet', contract: 'Contract', address: 'Address' };
    var match = /^(?:\/[^/]+)?\/(tx|block|wallet|contract|address)\/(0x[\da-f]{40}(?:[\da-f]{24})?|\d{1,15})(?:\/|$)/i.exec(
      location.pathname,
    );
    var place = document.getElementById('loading');
    if (!match || !place) return;
    var value = document.createElement('span');
    value.className = 'mono break-all';
    value.textContent = match[2];
    place.textContent = kinds[match[1].toLowerCase()] + ' ';
    place.after(value);
    document.removeEventListener('readystatechange', nameWhatLoads);
  }

  // What src/app/first-requests.ts takes.
  var started = {};
  window.loupeStarted = started;

  var names = document.currentScript.dataset;
  // A service worker that serves this page has all files.
  var isKept = navigator.serviceWorker && navigator.serviceWorker.controller;
  if (kept.kept === undefined || kept.kept === 'not' || document.hidden) startApp();
  else afterPaint(startApp);

  // A kept screen is on the screen first: what the app needs is not to compete with drawing it, which goes on in other
  // threads after the frame.
  function afterPaint(start) {
    var isStarted = false;
    function startOnce() {
      if (!isStarted) start();
      isStarted = true;
    }
    new PerformanceObserver(startOnce).observe({ type: 'paint', buffered: true });
    setTimeout(startOnce, 400); // a page that paints nothing meanwhile, behind other windows
  }

  // A tab of a kept screen is opened by the app, which reads the address when it is there: it need not begin anew.
  addEventListener(
    'click',
    function (event) {
      var tab = event.target.closest('#kept a[role=tab]');
      if (!tab || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      history.pushState(null, '', tab.href);
      kept.keptLeft = '';
    },
    true,
  );

  function startApp() {
    started.config = fetch('/config.json');
    var text = started.config.then(function (answer) {
      return answer.ok ? answer.clone().text() : Promise.reject(new Error('no configuration'));
    });
    text.then(function (config) {
      // The home page of an explorer has another head (src/app/views/home/ChainHeading.tsx).
      if (/"variant"\s*:\s*"explorer"/.test(config)) delete document.documentElement.dataset.page;
    }, ignore);
    if (names.engine === undefined) return; // the development server, which has no such files
    // The browser opens the files of the database while the app's code is on its way: many, where chains are indexed.
    try {
      if (isKept) indexedDB.databases().catch(ignore);
    } catch (_) {
      // Storage is refused, or an old browser: the app asks again, and says so.
    }
    startEngine(text);
    // Where a kept screen came first, the scripts of the document stand here (src/service-worker/kept-document.ts).
    var scripts = document.getElementById('scripts');
    if (scripts) document.head.append(scripts.content);
    JSON.parse(names.routes).forEach(function (route) {
      if (!new RegExp(route.path).test(location.pathname)) return;
      route.files.concat(isKept ? route.next : []).forEach(function (file) {
        var link = document.createElement('link');
        link.href = file;
        link.rel = /\.css$/.test(file) ? 'preload' : 'modulepreload';
        if (link.rel === 'preload') link.as = 'style';
        link.crossOrigin = 'anonymous';
        if (route.isLarge) link.fetchPriority = 'low';
        document.head.append(link);
      });
    });
  }

  // The engine's worker reads its name (src/workers/engine.worker.ts).
  function startEngine(text) {
    started.engine = new Worker(names.engine, { type: 'module', name: isKept ? 'engine of a kept page' : 'engine' });
    started.engine.onerror = function () {
      delete started.engine; // the app starts it again, and says what is wrong
    };
    // It begins with the transaction at this address (src/workers/trace/open/begin-early.ts).
    text.then(function (config) {
      if (started.engine) started.engine.postMessage({ address: location.pathname, config: config });
    }, ignore);
  }

  // The app asks again, and says what is wrong.
  function ignore() {}
})();
