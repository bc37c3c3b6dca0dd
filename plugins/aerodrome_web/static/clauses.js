// A clause number opens its clause where one is; other dialogs open by their buttons.

const dialog = document.getElementById("clause");

document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens).showModal();
  if (event.target instanceof HTMLDialogElement) event.target.close(); // a click beside the sheet
  const link = event.target.closest("a.clause");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return;
  dialog.innerHTML = await answer.text();
  if (!dialog.open) dialog.showModal();
});
