/** The look of the panel, inside its shadow: nothing of a page's own styles comes in, and nothing goes out. */
export const panelStyle = `
:host { all: initial; }
* { box-sizing: border-box; }
.panel {
  position: fixed; z-index: 30; right: 12px; top: 12px; bottom: auto; width: 336px; max-height: calc(100dvh - 24px);
  display: flex; flex-direction: column; overflow: hidden;
  border: 1px solid rgb(255 255 255 / 0.15); border-radius: 12px; background: rgb(17 23 32 / 0.94); color: #f3f5f7;
  font: 12.5px / 1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; color-scheme: dark;
  box-shadow: 0 10px 34px rgb(0 0 0 / 0.3);
}
.panel:focus { outline: none; }
header { padding: 10px 12px 9px; border-bottom: 1px solid rgb(255 255 255 / 0.13); }
.row { display: flex; gap: 6px; align-items: center; }
.row + .row { margin-top: 7px; }
h2 { margin: 0; font-size: 15px; flex: 1; }
h3 { margin: 0 0 3px; font-size: 12.5px; }
button, select {
  font: inherit; color: inherit; min-height: 28px; border-radius: 7px; border: 1px solid rgb(255 255 255 / 0.16);
  background: rgb(255 255 255 / 0.08); padding: 3px 8px; cursor: pointer;
}
select { background: #263140; min-width: 0; }
select.who { flex: 1; font-weight: 600; }
button:hover { background: rgb(255 255 255 / 0.18); }
button:disabled { opacity: 0.45; cursor: default; }
button[aria-pressed="true"] { background: #ffd166; color: #221a05; border-color: transparent; font-weight: 600; }
button.record[aria-pressed="true"] { background: #e0533a; color: #fff; }
:is(button, select, summary, input, .body):focus-visible { outline: 2px solid #ffd166; outline-offset: 1px; }
.times button, .states button { flex: 1; }
.status { margin: 7px 0 0; color: #ffd166; overflow-wrap: anywhere; }
.status:empty { display: none; }
.status.bad { color: #ff9d87; }
.body { overflow: auto; overscroll-behavior: contain; padding: 4px 12px 12px; scrollbar-width: thin; }
section, details { padding: 8px 0 7px; border-top: 1px solid rgb(255 255 255 / 0.11); }
.body > section:first-of-type { border-top: 0; }
.close { position: relative; width: 28px; padding: 0; }
.close::before, .close::after {
  content: ""; position: absolute; left: calc(50% - 7px); top: calc(50% - 1px); width: 14px; height: 2px;
  background: currentColor; transform: rotate(45deg);
}
.close::after { transform: rotate(-45deg); }
summary { font-weight: 700; cursor: pointer; padding: 2px 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 1px 12px; margin: 0; }
dt { color: #b4bfca; }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.strip { display: flex; gap: 3px; min-height: 38px; }
.strip > div {
  position: relative; flex: 1 1 0; min-width: 30px; padding: 3px 5px; border-radius: 5px; overflow: hidden;
  background: rgb(255 209 102 / 0.2); border: 1px solid rgb(255 209 102 / 0.4);
}
.strip > .cycle { background: rgb(76 201 240 / 0.2); border-color: rgb(76 201 240 / 0.45); }
.strip > .current { border-color: #fff; }
.strip b, .strip span { display: block; white-space: nowrap; line-height: 1.25; }
.strip span { font-size: 11px; color: #b4bfca; }
.strip .none { padding: 8px 0; }
.strip .head { position: absolute; top: 0; bottom: 0; width: 2px; background: #fff; }
.layers { display: grid; gap: 1px; margin-top: 4px; }
label { display: flex; align-items: center; gap: 7px; min-height: 24px; cursor: pointer; }
label i { width: 12px; height: 12px; flex: none; border-radius: 50%; background: var(--colour); }
input { margin: 0; accent-color: #ffd166; width: 15px; height: 15px; }
input[type="file"] { display: none; }
.nobody { color: #b4bfca; padding: 10px 0; margin: 0; }
[hidden] { display: none !important; }
@media (max-width: 760px) {
  .panel { left: 8px; right: 8px; top: auto; bottom: max(8px, env(safe-area-inset-bottom)); width: auto; max-height: 50dvh; }
}
@media (orientation: landscape) and (max-height: 500px) {
  .panel {
    left: auto; right: calc(8px + env(safe-area-inset-right)); top: 8px; bottom: auto;
    width: min(300px, 42vw); max-height: calc(100dvh - 16px);
  }
}
@media (pointer: coarse) {
  button, select { min-height: 44px; }
  header button { min-width: 44px; }
  label { min-height: 44px; }
  summary { padding: 11px 0; }
}
`;
