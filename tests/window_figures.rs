//! Figures in a real window: a single answer is drawn with its interval, prices have one kind of
//! axis wherever they are drawn, and every table stands within its card.

use serde_json::json;

use crate::support::{
    Desk, Window,
    sight::{axe, draw, look, loose_tables},
};

/// Titles in the sample market.
const MEAN: &str = "Mean systolic blood pressure";
const POLLEN: &str = "Birch pollen";

async fn language(window: &Window, language: &str) {
    window.click("nav-settings").await;
    window.choose("settings-language", language).await;
    window.see("settings-kept").await;
}

async fn scroll(window: &Window, id: &str) {
    let script = "document.querySelector(`[data-testid=${arguments[0]}]`).scrollIntoView()";
    window.script(script, vec![json!(id)]).await;
}

/// What is wrong with the axes of the prices drawn: they begin at nothing, are straight, and say
/// amounts as `amount` looks.
async fn axes(window: &Window, place: &str, amount: &str) -> Vec<String> {
    window.see("price-axes").await;
    let script = "
        const number = (text) => Number(text.replace(/[^0-9.,]/g, '').replace(',', '.'));
        const straight = (ticks) => ticks.every(([value, at]) =>
            Math.abs((at - ticks[0][1]) * ticks.at(-1)[0]
                - value * (ticks.at(-1)[1] - ticks[0][1])) <= ticks.at(-1)[0]);
        const wrong = [];
        for (const axes of document.querySelectorAll('[data-testid=price-axes]')) {
            const read = (kind, at) => [...axes.querySelectorAll(kind)].map((one) =>
                [one.textContent, Number(one.getAttribute(at))]);
            const [amounts, levels] = [read('.amount', 'y'), read('.level', 'x')];
            for (const [text] of amounts)
                if (!new RegExp(arguments[0]).test(text)) wrong.push(`${text} is no amount`);
            for (const ticks of [amounts, levels]) {
                const numbers = ticks.map(([text, at]) => [number(text), at]);
                if (numbers.length < 2 || numbers[0][0] !== 0) wrong.push(`begins ${ticks[0]}`);
                else if (!straight(numbers)) wrong.push(`not straight: ${numbers.join(' ')}`);
            }
        }
        return wrong;";
    let found = window.script(script, vec![json!(amount)]).await;
    let wrong = found.as_array().unwrap().iter();
    wrong.map(|one| format!("{place}: {one}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_have_one_kind_of_axis() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let mut wrong = Vec::new();
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.click("open-sample").await;
    window.see("home-name").await;
    for (code, amount) in [
        ("de", "^[0-9]+(,[0-9]{2})?\u{a0}€$"),
        ("en", "^€[0-9]+(\\.[0-9]{2})?$"),
    ] {
        language(&window, code).await;
        // Where it is weighed out.
        window.click("nav-market").await;
        window.click_in("market-row", POLLEN, "").await;
        window.see("quote-then").await;
        wrong.extend(axes(&window, "quote", amount).await);
        scroll(&window, "price-axes").await;
        draw(&window, &format!("axes-quote-{code}")).await;
        // Listings compared: one drawing for all of one currency.
        window.click("nav-market").await;
        window.sees("compare-one", 4).await;
        for nth in 0..4 {
            window.click_nth("compare-one", nth).await;
        }
        window.click("compare").await;
        wrong.extend(axes(&window, "compare", amount).await);
        window.sees("price-axes", 1).await;
        let curves = "return document.querySelectorAll(
            '[data-testid=comparison-prices] [data-testid=figure] path').length";
        assert_eq!(window.script(curves, vec![]).await, 4);
        wrong.extend(look(&window, "compare", &axe).await);
        wrong.extend(loose_tables(&window).await);
        scroll(&window, "comparison-prices").await;
        draw(&window, &format!("compare-{code}")).await;
        // Where its owner sees it, changes it and makes another.
        window.click("nav-listings").await;
        window.click_in("listing-row", MEAN, "listing-open").await;
        wrong.extend(axes(&window, "my listing", amount).await);
        window.click("reprice").await;
        window.see("reprice-price-curve").await;
        window.sees("price-axes", 2).await;
        wrong.extend(axes(&window, "reprice", amount).await);
        wrong.extend(loose_tables(&window).await);
        draw(&window, &format!("axes-reprice-{code}")).await;
        window.click("reprice-cancel").await;
        window.click("nav-listings").await;
        window.click("new-listing").await;
        window.write_tariff("listing-price", ["0.5:5", "1:8"]).await;
        wrong.extend(axes(&window, "form", amount).await);
        scroll(&window, "price-axes").await;
        draw(&window, &format!("axes-form-{code}")).await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_single_answer_is_drawn_with_its_interval() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let mut wrong = Vec::new();
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.click("open-sample").await;
    window.see("home-name").await;
    window.click("sample-insurer").await;
    window.reads("home-name", "Northern Insurance").await;
    window.see("order-row").await;
    for code in ["de", "en"] {
        language(&window, code).await;
        window.click("nav-holdings").await;
        window.click_in("holding-row", MEAN, "").await;
        window.see("holding-estimate").await;
        // One row: the answer held and the one before, each with its interval and its two ends; and
        // the number beside it is the number above it.
        let script = "
            const figure = document.querySelector('[data-testid=figure]');
            const held = document.querySelector('[data-testid=holding-estimate]');
            const number = figure.querySelectorAll('text.strong');
            return [
                figure.querySelectorAll('circle').length,
                figure.querySelectorAll('line[stroke=\"var(--green)\"]').length,
                [...number].filter((one) => held.innerText.startsWith(one.textContent)).length,
            ];";
        assert_eq!(window.script(script, vec![]).await, json!([2, 3, 1]));
        wrong.extend(look(&window, "holding", &axe).await);
        wrong.extend(loose_tables(&window).await);
        draw(&window, &format!("holding-mean-{code}")).await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    window.close().await;
}
