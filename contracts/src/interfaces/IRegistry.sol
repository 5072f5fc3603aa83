// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { InstrumentId } from "../types/Instrument.sol";
import { RegistryId } from "../types/Registry.sol";
import { IDapp } from "./IDapp.sol";

/// @title What a registry manager is towards deliveries, whichever way it keeps positions.
/// @notice Callers hold registry.EARMARK_PROTOCOL_DAPP. What a caller earmarks is found again only by the same caller
/// with the very same movement, so that nobody else can move or release it, nor in another quantity.
interface IRegistry is IDapp {
    /// @param movementRef Chosen by the caller, one for each movement.
    /// @param sender The registry's registrar: the movement issues.
    /// @param receiver The registry's registrar: the movement terminates.
    /// @param registrar Whom the movement takes for the registry's registrar; another one is refused.
    /// @param quantity 0 where the registry keeps quantities private.
    struct Movement {
        RegistryId registryId;
        bytes32 movementRef;
        address sender;
        address receiver;
        address registrar;
        uint256 quantity;
    }

    error InstrumentNotIssuable(InstrumentId instrumentId);
    error MovementSelf(address owner);
    error MovementWithoutInvestor(RegistryId registryId);
    error EarmarkAlreadyTaken(bytes32 movementRef);
    error EarmarkNotTaken(bytes32 movementRef);
    error ReceivingAccountMissing(bytes32 movementRef);
    error ReasonMissing();

    /// @notice Reverts unless the movement could be made: the registry exists and is the registrar's, the quantity
    /// fits, sender and receiver are investors and may hold the instrument.
    function checkMovement(Movement calldata movement) external view;

    /// @notice Checks the movement, and sets aside what it moves where the sender says.
    function earmark(Movement calldata movement, bytes calldata senderData) external;

    /// @notice Checks the movement; the receiver names where it goes to. May be called again while nothing has moved.
    function setReceivingAccount(Movement calldata movement, bytes calldata receiverData) external;

    /// @notice Gives back what was earmarked and forgets the receipt.
    function unearmark(Movement calldata movement) external;

    /// @notice Moves what was earmarked to where the receiver said; issues or terminates where one side is the
    /// registrar.
    function transferAndUnearmark(Movement calldata movement) external;

    /// @return isEarmarked Whether this caller's movement is earmarked.
    /// @return isReceivingAccountSet Whether its receiver has said where it goes to.
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceivingAccountSet);
}
