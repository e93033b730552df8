/** Texts of the question at the end of each page. */
export const en = {
  question: "Was this page helpful?",
  yes: "Yes",
  no: "No",
  thanks: "Thank you. Your answer is counted.",
  support: "Still stuck?",
};
