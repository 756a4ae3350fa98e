"""What must hold of the content: of any (`lawful`), of the box as the ledger tables it (`box`), and that mats fill."""
