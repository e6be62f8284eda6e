// Settings of htmx, which reads them from a meta element when it starts. Without them it shows no refusal and breaks
// the Content-Security-Policy.
document.head.append(Object.assign(document.createElement("meta"), {
  name: "htmx-config",
  content: JSON.stringify({
    responseHandling: [
      { code: "204", swap: false },
      { code: "[23]..", swap: true },
      // A refusal is shown like any other page.
      { code: "409|422|507", swap: true, error: false },
      { code: "...", swap: false, error: true },
    ],
    // The Content-Security-Policy forbids both.
    includeIndicatorStyles: false,
    allowEval: false,
    historyCacheSize: 0,
    defaultSettleDelay: 0,
    timeout: 9000,
    scrollIntoViewOnBoost: false,
  }),
}));
