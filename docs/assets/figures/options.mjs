/**
 * Controls for settings that take one of a few values.
 *
 * @module options
 * @typedef {import("./types.d.ts").Frame} Frame
 * @typedef {import("./types.d.ts").Part} Part
 */

import { html } from "./markup.mjs";

/** A checkbox for the setting `field`. @param {Frame} frame @param {string} field @param {Part} text */
export const toggle = ({ id, state }, field, text) => html`
  <div class="figure-option">
    <input type="checkbox" id="${id}-${field}" data-field="${field}"${state[field] === true && html` checked`}>
    <label for="${id}-${field}">${text}</label>
  </div>`;

/**
 * A list to choose from for the setting `field`.
 *
 * @param {Frame} frame
 * @param {string} field
 * @param {Part} text
 * @param {{names?: Record<string, Part>, hidden?: boolean}} options
 */
export const list = ({ id, fields, state }, field, text, { names = {}, hidden = false } = {}) => html`
  <span class="figure-list"${hidden && html` hidden`}>
    <label for="${id}-${field}">${text}</label>
    <select id="${id}-${field}" data-field="${field}">
      ${fields[field].options.map((option) => html`
        <option value="${option}"${/\d/.test(option) && html` data-label="a choice"`}${option === state[field] && html` selected`}>${names[option] ?? option}</option>`)}
    </select>
  </span>`;

/**
 * Radio buttons for the setting `field`.
 *
 * @param {Frame} frame
 * @param {string} field
 * @param {string} title
 * @param {Record<string, Part>} texts what each option is called
 */
export const choices = ({ id, fields, state }, field, title, texts) => html`
  <fieldset class="figure-choices">
    <legend>${title}</legend>
    ${fields[field].options.map((option) => html`
      <div class="figure-option">
        <input type="radio" id="${id}-${field}-${option}" name="${id}-${field}" value="${option}"
          data-field="${field}"${state[field] === option && html` checked`}>
        <label for="${id}-${field}-${option}">${texts[option]}</label>
      </div>`)}
  </fieldset>`;
