// Before the first paint, so that nothing flashes.
try {
  const theme = JSON.parse(localStorage.getItem("kaleido") ?? "{}")?.theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch { /* The page follows the system. */ }
