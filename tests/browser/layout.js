// Measures what is on the screen and returns every fault as a line of text: words that are cut off, broken, covered or
// outside the window, and controls that are too small to hit. While a dialog is open, only the dialog counts.
({ finger, onlyContrast = false }) => {
  const root = document.querySelector('dialog:modal') ?? document.body;
  const room = document.documentElement;
  const found = new Set();
  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const shorten = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 60);
  const fault = (what, text, more = '') => found.add(`${what}: "${shorten(text)}"${more && ` (${more})`}`);

  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const isForReaders = (element) => element.closest('.hidden') !== null; // spoken, not shown
  const CONTROLS = 'a[href], button, input, select, textarea, summary';

  // -- what there is to read and to press -----------------------------------------------------------------------

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('svg, script, style, noscript, option')) continue;
    if (isSeen(element) && !isForReaders(element)) texts.push(node);
  }
  const controls = [...root.querySelectorAll(CONTROLS)].filter((one) => isSeen(one) && !isForReaders(one));

  if (onlyContrast) {
    for (const [text, ratio] of faint()) fault('too faint', text, ratio.toFixed(2));
    return [...found];
  }

  const boxOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  /** The elements that hide what lies outside them, and whether one can scroll to it, from the inside out. */
  const known = new Map();
  const clips = (element) => {
    if (!known.has(element)) known.set(element, findClips(element));
    return known.get(element);
  };
  const findClips = (element) => {
    const list = [];
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(up);
      if (overflowX !== 'visible' || overflowY !== 'visible') list.push({ up, overflowX, overflowY });
      if (position === 'fixed') break;
    }
    return list;
  };

  // -- words that are cut off or broken -------------------------------------------------------------------------

  const SLACK = 1.5;
  for (const node of texts) {
    const box = boxOf(node);
    let scrolls = false;
    for (const { up, overflowX, overflowY } of clips(node.parentElement)) {
      const edge = up.getBoundingClientRect();
      const beyondX = box.left < edge.left - SLACK || box.right > edge.right + SLACK;
      const beyondY = box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK;
      // One may scroll sideways if a faded edge shows it.
      const fades = ['auto', 'scroll'].includes(overflowX) && getComputedStyle(up).maskImage !== 'none';
      if (beyondX && overflowX !== 'visible' && !fades) fault('cut off', node.data, 'sideways');
      if (beyondY && ['hidden', 'clip'].includes(overflowY)) fault('cut off', node.data, 'in height');
      scrolls ||= beyondY || (beyondX && fades);
      if (scrolls) break; // one can scroll to it
    }
    if (!scrolls && (box.left < -SLACK || box.right > room.clientWidth + SLACK)) fault('outside the window', node.data);

    // A word may be broken after a hyphen or a dash that is part of it, unless it is a number.
    const all = document.createRange();
    all.selectNodeContents(node);
    const rows = new Set([...all.getClientRects()].map(({ top }) => Math.round(top)));
    if (rows.size < 2) continue;
    if (node.parentElement.closest('.figures') && !/\p{L}/u.test(node.data)) fault('broken', node.data, 'a figure');
    for (const { 0: word, index } of node.data.matchAll(/\S+/gu)) {
      const parts = /\d/.test(word) ? [word] : word.split(/(?<=[-–—/])/u);
      let at = index;
      for (const part of parts) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, (at += part.length));
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0.5);
        const [first] = lines;
        if (lines.some(({ top }) => Math.abs(top - first.top) > first.height / 2)) fault('broken', part, node.data);
      }
    }
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range]), select')) {
    if (!isSeen(field)) continue;
    const style = getComputedStyle(field);
    pen.font = style.font;
    const ARROW = field.localName === 'select' ? 18 : 0; // drawn by the browser
    const inside = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - ARROW;
    const text = field.localName === 'select' ? field.selectedOptions[0]?.label : field.value || field.placeholder;
    const wide = pen.measureText(text ?? '').width;
    if (wide > inside + SLACK) fault('cut off', text, `${Math.round(wide)} px in a field of ${Math.round(inside)} px`);
  }

  for (const box of root.querySelectorAll('input:is([type=checkbox], [type=radio])')) {
    const { width, height } = box.getBoundingClientRect();
    if (isSeen(box) && Math.abs(width - height) > 1) fault('squeezed', box.labels?.[0]?.innerText ?? box.outerHTML);
  }
  for (const badge of document.querySelectorAll('svg .number, svg .chosen')) {
    const { left, right, top, bottom } = badge.getBoundingClientRect();
    const board = badge.ownerSVGElement.getBoundingClientRect();
    const beyond = Math.max(board.left - left, right - board.right, board.top - top, bottom - board.bottom);
    if (beyond > SLACK && beyond < right - left) fault('cut off', badge.textContent || 'a mark', 'at the edge of a board');
  }

  // -- the page -------------------------------------------------------------------------------------------------

  if (room.scrollWidth > room.clientWidth) fault('scrolls sideways', `by ${room.scrollWidth - room.clientWidth} px`);
  const titles = [...document.querySelectorAll('h1')].filter(isSeen).length;
  if (titles !== 1) fault('not one title', `${titles} h1`);

  // -- what covers something ------------------------------------------------------------------------------------

  const home = scrollY;
  const isWithin = (element, x, y) =>
    clips(element).every(({ up }) => {
      const { left, right, top, bottom } = up.getBoundingClientRect();
      return x > left && x < right && y > top && y < bottom;
    });
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const firstLine = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].find(({ width, height }) => width && height) ?? range.getBoundingClientRect();
  };
  /** Anything to look at: its element, and the box in which it must be seen. */
  const targets = [
    ...texts.map((node) => ({ element: node.parentElement, text: node.data, box: () => firstLine(node) })),
    ...controls.map((one) => ({
      element: one,
      text: one.innerText || one.ariaLabel || one.outerHTML,
      box: () => one.getBoundingClientRect(),
    })),
  ];
  const label = (one) => one.closest('label');
  // Words that let the pointer through can be covered too.
  const airy = new Set(texts.map((node) => node.parentElement).filter((one) => getComputedStyle(one).pointerEvents === 'none'));
  for (const one of airy) one.style.pointerEvents = 'auto';
  const isCovered = ({ element, box }) => {
    const [x, y] = middle(box());
    const top = document.elementFromPoint(x, y);
    return !top || !(element.contains(top) || top.contains(element) || label(element)?.contains(top));
  };
  let left = targets
    .filter(({ element, box }) => isWithin(element, ...middle(box()))) // not scrolled away in its own box
    .map((target) => ({ ...target, at: middle(target.box())[1] + scrollY }));
  if (root === document.body) {
    const step = innerHeight / 2;
    for (let top = 0; left.length && top < room.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' });
      left = left.filter((target) => target.at < scrollY || target.at > scrollY + innerHeight || isCovered(target));
    }
  } else {
    left = left.filter(({ at }) => at - scrollY > 0 && at - scrollY < innerHeight).filter(isCovered);
  }
  for (const one of airy) one.style.pointerEvents = '';
  for (const { text } of left) fault('covered', text);

  // -- controls that are too small ------------------------------------------------------------------------------

  /** How far a press on either side of a point still means this control, in pixels. */
  const reach = (one, x, y, dx, dy) => {
    const owner = one.labels?.[0];
    const means = (step) => {
      const top = document.elementFromPoint(x + dx * step, y + dy * step);
      return top !== null && (one.contains(top) || (owner?.contains(top) && !top.closest('a, button')));
    };
    let far = 0;
    for (const sign of [1, -1]) for (let step = 1; step <= finger && means(step * sign); step++) far++;
    return far + 1;
  };
  for (const one of controls) {
    if (one.matches(':disabled')) continue;
    let box = one.getBoundingClientRect();
    if (box.width >= finger - 0.5 && box.height >= finger - 0.5) continue;
    const [x, y] = middle(firstBox(one));
    const around = [-finger / 2, 0, finger / 2];
    if (x < 0 || y < finger / 2 || x > innerWidth || y > innerHeight - finger / 2 || !around.every((off) => isWithin(one, x, y + off))) {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
    }
    box = firstBox(one);
    const [nowX, nowY] = middle(box);
    const wide = Math.max(box.width, reach(one, nowX, nowY, 1, 0));
    const high = Math.max(box.height, reach(one, nowX, nowY, 0, 1));
    if (Math.min(wide, high) < finger - 1) {
      fault('too small to hit', one.innerText || one.ariaLabel || one.outerHTML, `${Math.round(wide)} x ${Math.round(high)}`);
    }
  }
  function firstBox(one) {
    return [...one.getClientRects()].find(({ width }) => width) ?? one.getBoundingClientRect();
  }
  if (root === document.body) scrollTo({ top: home, behavior: 'instant' });

  // -- bubbles that hide other words ----------------------------------------------------------------------------

  for (const bubble of document.querySelectorAll(':popover-open')) {
    const over = bubble.getBoundingClientRect();
    if (over.left < 0 || over.top < 0 || over.right > innerWidth || over.bottom > innerHeight) {
      fault('outside the window', bubble.textContent);
    }
    const hides = texts.some((node) => {
      const box = boxOf(node);
      const { left, right, top, bottom } = box;
      if (bubble.contains(node) || !isWithin(node.parentElement, ...middle(box))) return false;
      return left < over.right - 1 && right > over.left + 1 && top < over.bottom - 1 && bottom > over.top + 1;
    });
    if (hides) fault('hides other words', bubble.textContent);
  }
  for (const [text, ratio] of faint()) fault('too faint', text, ratio.toFixed(2));
  return [...found];

  // -- words with too little contrast ---------------------------------------------------------------------------

  /** Every text with less contrast to what is behind it than WCAG asks for, with its contrast. */
  function* faint() {
    for (const node of texts) {
      const element = node.parentElement;
      if (element.closest(':disabled')) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const size = parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && fontWeight >= 700);
      const behind = background(element);
      const ratio = contrast(over(rgba(color), behind), behind);
      if (ratio < (isLarge ? 3 : 4.5) - 0.005) yield [node.data, ratio];
    }
  }
  function background(element) {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      const colour = rgba(getComputedStyle(up).backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  }
  function rgba(colour) {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }
  function over([r, g, b, a], below) {
    return [...[r, g, b].map((part, i) => part * a + below[i] * (1 - a)), 1];
  }
  function light(colour) {
    const [r, g, b] = colour
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(one, other) {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  }
}
