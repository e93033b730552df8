/** Texts of the page of the platform's brand. */
export const en = {
  title: "Brand",
  lead: "The platform’s name, logo, colour and support contact on all pages. Merchants and developers see them within ten seconds.",
  name: "Platform name",
  nameHint: "1 to 60 characters.",
  accent: "Accent colour",
  accentHint: "The colour of buttons and links. White text on it needs a contrast of 4.5:1.",
  accentHex: "Hex value of the colour (optional)",
  accentHexHint: (now: string) => `Replaces the colour above, which is ${now}.`,
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, up to 256 KiB. It is shown 28 px high.",
  logoRemove: "Remove the logo",
  logoNow: "Current logo",
  logoChosen: "Chosen logo",
  support: "Support contact (optional)",
  supportFixed: "Support contact",
  supportHint:
    "An e-mail address, or a page that begins with https://. Pages and mails link to it wherever people need your help.",
  save: "Save brand",
  saved: "Brand saved. All pages show it within ten seconds.",
  fixed: (setting: string) => `Set by ${setting} in the configuration of the service.`,
  contrast: "Contrast",
  onAccent: "White text on buttons",
  lightLinks: "Links in light mode",
  darkLinks: "Links in dark mode",
  ratio: (value: string) => `${value}:1`,
  contrastHint: "At least 4.5:1 is required (WCAG 2.2, AA).",
  errors: {
    name: "Enter a name of 1 to 60 characters without spaces at either end.",
    accent: (ratio: string) =>
      `Choose a darker colour: white text on it has a contrast of ${ratio}:1 instead of 4.5:1.`,
    accentFormat: "Enter a colour as #rrggbb, such as #0f766e.",
    support:
      "Enter an e-mail address, or a link that begins with https:// and has no user name, of at most 254 characters.",
    logo: "Choose a PNG, JPEG or WebP image of at most 256 KiB and 4096 × 4096 pixels.",
  },
};
